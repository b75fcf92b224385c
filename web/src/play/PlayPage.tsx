// The play page.
import { useEffect } from "preact/hooks";
import { cards, loadCards } from "../api/games";
import { Board } from "../board/Board";
import { complain } from "../shell/toast";

export function PlayPage(_: { place: URL }) {
  useEffect(() => void loadCards().catch(complain), []);
  const card = cards.value?.[0];
  return card ? <Board board={card.start} family={card.family} /> : null;
}
