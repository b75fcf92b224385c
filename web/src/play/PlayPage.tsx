// The play page: choosing a game, or the game itself, as the address says.
import { Game } from "./Game";
import "./play.css";
import { Setup } from "./Setup";

export function PlayPage({ place }: { place: URL }) {
  const id = /^\/play\/([^/]+)$/.exec(place.pathname)?.[1];
  if (id !== undefined) return <Game key={id} id={decodeURIComponent(id)} />;
  return <Setup query={place.searchParams} />;
}
