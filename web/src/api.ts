// What the server says and hears. This page mirrors `crates/server/src/api/*.rs`; a test there compares the two with the
// OpenAPI description, so that neither can quietly become untrue.
//
// Squares are numbers, `rank * files + file`, counted from the first player's left-hand corner. Sides are 0 (moves first)
// and 1. Times are milliseconds. No rule of any game is known in the browser: what may be done is in `Look.deeds`.

export type Side = 0 | 1;
export type Square = number;

/** GET /api/games -> GameCard[] */
export interface GameCard {
  id: string;
  name: string; // English; the page has its own names for ids it knows
  family: "chess" | "draughts" | "go" | "rows";
  files: number;
  ranks: number;
  about: string; // one English sentence
  sides: [string, string]; // English names: White, Black
  dealt: boolean; // the start position is drawn by lot
  chance: boolean; // a die takes part (Behemoth)
  start: Board; // for the picture in menus
  levels: Level[];
  searches: Method[]; // the first is the default
  evaluators: Method[];
  kinds: Kind[];
  formats: Format[]; // for export
}
export interface Level { level: number; rating: number; error: number | null } // error: half-width of 95 %, where measured
export interface Method { id: string; about: string }
export interface Kind { letter: string; name: string; moves: string } // moves: Betza
export type Format = "pgn" | "sgf" | "pdn" | "fen";

/** GET /api/engines -> Engine[]: programs that the operator configured; only these can be started. */
export interface Engine { id: string; name: string; games: string[] } // games: ids, or families

export interface Board {
  files: number;
  ranks: number;
  cells: "squares" | "points" | "grid"; // chequered fields, crossings of lines, plain fields
  columns: string[]; // names, left to right as the first player sees them
  rows: string[]; // bottom to top
  men: Man[];
  alarm: Square | null; // an attacked royal piece
  notes: string[]; // what the board does not show
}
export interface Man {
  on: Square;
  side: Side | null; // null: neutral (the Behemoth)
  letter: string; // as in positions as text: N, n
  kind: string; // "knight", "janus", "man", "crowned-man", "stone", "cross", "nought", "behemoth" ...: key of picture and name
}
/** Something that may be done. */
export interface Deed {
  code: string; // what is sent back
  text: string; // as people read it
  path: Square[]; // [from, .., to]; [to] for a stone; [] for a pass. Click one after the other.
  taken: Square[];
  makes: string | null; // kind that a pawn becomes
}
export interface Played {
  code: string;
  text: string;
  by: Side | null; // null: the die
  path: Square[];
  taken: Square[];
}
export interface Outcome {
  winner: Side | null;
  cause: Cause;
  margin: number | null; // points, where the board was counted
}
export type Cause =
  | "mate" | "royal-lost" | "stalemate" | "dead-material" | "repetition" | "no-progress" | "row" | "board-full" | "count"
  | "resignation" | "agreement" | "time" | "abandoned" | "fault";

/** A position of a game, with what may be done in it. */
export interface Look {
  game: string;
  start: string | null; // null: the usual start
  position: string; // as text (FEN and the like)
  board: Board;
  mover: Side | null; // null: the die, or nobody
  deeds: Deed[]; // where the die moves, what it may show
  played: Played[];
  outcome: Outcome | null; // by the rules
}

/** POST /api/look: any position, without keeping anything. An illegal move is refused with its number. */
export interface LookAsk { game: string; start?: string | null; moves?: string[] }

/** How good, for side 0. */
export interface Value {
  share: number; // expected points of side 0, from 0 to 1
  units: number | null; // hundredths of a pawn (or what the game has), for side 0
  mate: number | null; // moves to the end, positive if side 0 wins
  points: number | null; // expected lead in points (Go), for side 0
}
export interface Line {
  rank: number; // 1 is the best
  depth: number;
  nodes: number;
  time: number;
  speed: number; // nodes per second
  value: Value;
  visits: number | null;
  codes: string[];
  texts: string[];
}
/** POST /api/think -> a stream of JSON lines of Thought; the connection closed is the engine stopped. */
export interface ThinkAsk {
  game: string; start?: string | null; moves?: string[];
  lines?: number; // 1..10
  player?: PlayerAsk; // default: our best
  millis?: number; // default and most: what the server allows
}
export type Thought =
  | { waiting: number } // how many are before us
  | { lines: Line[]; owner: number[] | null; known: Known[] } // owner: per square -100..100 for side 0
  | { done: true; why: "time" | "enough" | "turn" } // turn: others waited
  | { error: Problem };
/** What is known without thinking: endgame tables, book. */
export interface Known { source: "tables" | "book"; code: string; text: string; result: string }

/** POST /api/review -> a stream of JSON lines: one Judged per ply of a player, then { done: true }. */
export interface ReviewAsk { game: string; start?: string | null; moves: string[]; millis?: number }
export interface Judged {
  ply: number; // of the move, from 0
  before: Value;
  after: Value;
  loss: number; // of winning chances, 0..100
  verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  best: { codes: string[]; texts: string[] }; // the better line, from the position before the move
  reply: { codes: string[]; texts: string[] }; // what punishes the move, from the position after it
}

// ---- play ------------------------------------------------------------------------------------------------------------

export type PlayerAsk =
  | { kind: "human"; name?: string }
  | { kind: "level"; level: number }
  | { kind: "search"; search?: string; eval?: string; depth?: number; nodes?: number; millis?: number }
  | { kind: "engine"; id: string; millis?: number }
  | { kind: "run"; id: string; millis?: number } // what a run of learning has learnt so far
  | { kind: "random" };

/** POST /api/play -> Begun. The key proves that a game is one's own: kept in the browser, sent as header `X-Tabula-Key`. */
export interface PlayAsk {
  game: string;
  start?: string | null; // position as text
  moves?: string[]; // go on from there
  players: [PlayerAsk, PlayerAsk];
  clock?: { base: number; inc: number } | null; // milliseconds
}
export interface Begun { id: string; key: string; play: Play }

/** GET /api/play/{id}; live: GET /api/play/{id}/live (SSE, event "play", data Play). */
export interface Play {
  id: string;
  version: number; // grows with each change
  begun: string; // ISO time
  look: Look;
  players: [Seat, Seat];
  clock: { base: number; inc: number } | null;
  left: [number, number] | null; // at the moment this was said
  running: Side | null; // whose clock runs
  thinking: boolean; // an engine is at it
  offer: Side | null; // who offers a draw
  counting: Counting | null; // Go: both have passed
  outcome: Outcome | null; // the end, whatever ended it
  note: string | null; // what went wrong with an engine, in English
}
export interface Seat { kind: "human" | "engine"; name: string; ask: PlayerAsk }
export interface Counting { dead: Square[]; agreed: [boolean, boolean]; outcome: Outcome; owner: number[] } // owner: 1, 0, -1 per square for side 0

/** POST /api/play/{id}/act with the key -> Play, or 409 with a Problem if `version` is old. */
export type Act = { version?: number } & (
  | { act: "move"; move: string } // a code, or whatever notation the game knows
  | { act: "back" } // takes back to where the person who asks was to move
  | { act: "swap" } // the persons change seats with the engines
  | { act: "offer" } | { act: "accept" } | { act: "decline" }
  | { act: "resign"; side?: Side } // side is needed where both are persons
  | { act: "dead"; on: Square } // toggles the group there
  | { act: "agree"; side?: Side }
  | { act: "resume" } // plays on after two passes
);
/** POST /api/play/{id}/hint with the key -> Hint */
export interface Hint { code: string; text: string; path: Square[] }

// ---- files -----------------------------------------------------------------------------------------------------------

/** POST /api/read: anything pasted. Finds out what it is; `game` helps where the text does not say. */
export interface ReadAsk { text: string; game?: string }
export interface ReadAnswer { format: Format | "moves"; games: Tree[]; faults: string[] } // faults: sentences with places
/** A game with variations. Nodes are numbers; node 0 is the start. */
export interface Tree {
  game: string;
  start: string | null;
  tags: [string, string][];
  nodes: Node[]; // nodes[0] has no move
  result: string; // "1-0", "0-1", "1/2-1/2", "*"
}
export interface Node {
  code: string; // "" in node 0
  text: string;
  by: Side | null;
  children: number[]; // the first is the main line
  comment: string;
  signs: number[]; // NAGs: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!
  value?: Value | null;
}
/** POST /api/write: Tree -> text in a format. */
export interface WriteAsk { tree: Tree; format: Format; at?: number } // at: the node, for fen
export interface WriteAnswer { text: string; name: string } // name: a file name

// ---- arena -----------------------------------------------------------------------------------------------------------

/** POST /api/events -> { id }. GET /api/events -> EventCard[]. */
export interface EventAsk {
  title?: string;
  game: string;
  players: PlayerAsk[]; // at least two, no humans
  names?: string[];
  format: "round-robin" | "gauntlet" | "knockout" | "swiss" | "sprt";
  games: number; // of each two who meet
  rounds?: number; // swiss
  control?: string; // "1+0.01", "movetime=100ms", "nodes=10000"
  concurrency?: number;
  randomPlies?: number;
  sprt?: { elo0: number; elo1: number; alpha: number; beta: number };
  seed?: number; // for openings and the die; drawn by the server
}
export interface EventCard {
  id: number; title: string; game: string; begun: string; ended: string | null;
  games: number; total: number; state: "running" | "stopped" | "over"; entrants: string[];
}
/** GET /api/events/{id}; live: GET /api/events/{id}/live (SSE, event "event", data EventState; event "boards", data LiveBoard[]). */
export interface EventState {
  card: EventCard;
  format: string;
  control: string;
  table: Standing[]; // best first
  cross: (string | null)[][]; // by entrant number: "3.5/6 (+2 -1 =3)"
  sprt: Sprt | null;
  recent: GameLine[]; // the last games that ended, latest first
  faults: string[];
}
export interface Standing {
  entrant: number; name: string; games: number; points: number; wins: number; draws: number; losses: number;
  elo: number | null; error: number | null; los: number | null; tiebreak: number | null; // Sonneborn-Berger
}
export interface Sprt { lower: number; upper: number; llr: number; curve: number[]; verdict: "running" | "accepted" | "rejected"; elo0: number; elo1: number }
export interface GameLine { number: number; first: string; second: string; result: string; why: string; plies: number }
export interface LiveBoard { game: number; first: string; second: string; plies: number; last: string; trail: Square[]; value: Value | null; board: Board }
// POST /api/events/{id}/stop, /api/events/{id}/resume -> EventCard. GET /api/events/{id}/games -> text of all games.
// GET /api/events/{id}/games/{number} -> Tree.

// ---- lab and library -------------------------------------------------------------------------------------------------

/** POST /api/compare -> a stream of JSON lines of CompareRow, then { done: true }. */
export interface CompareAsk { game: string; searches: string[]; evaluator?: string; depths: number[]; positions: number; nodes?: number }
export interface CompareRow { search: string; depth: number; nodes: number; micros: number; positions: number; unfinished: number }

/** GET /api/runs -> RunCard[], the latest first: runs of learning, whoever works on them. */
export interface RunCard {
  id: string;
  kind: string; // selfplay, train, texel, tdleaf, spsa, genetic
  game: string;
  title: string;
  begun: string;
  state: "running" | "stopping" | "stopped" | "done" | "failed" | "broken"; // broken: it was killed
  step: number;
  steps: number | null; // the last one, where it is known
  learnt: "net" | "weights" | null; // what there is to play against: { kind: "run", id }
  message: string | null; // English: what came of it, or what went wrong
}
/** GET /api/runs/{id}; live: GET /api/runs/{id}/live (SSE, event "run", data RunState). */
export interface RunState {
  card: RunCard;
  curves: Curve[];
  samples: RunGame[]; // the latest first
  settings: Setting[] | null; // null: it cannot be forked here
  resumable: boolean;
}
export interface Curve { name: string; steps: number[]; values: number[] } // at most some hundreds of points
export interface RunGame { step: number; start: string | null; moves: string[]; result: string } // moves: codes
// POST /api/runs/{id}/stop, /api/runs/{id}/resume -> RunCard.
/** GET /api/recipes -> Recipe[]: what a run can begin with. */
export interface Recipe { kind: "selfplay" | "nnue" | "model" | "tune"; id: string; game: string; settings: Setting[] }
export interface NumberSetting { name: string; value: number; least: number; most: number; whole: boolean }
export interface WordSetting { name: string; value: string; choices: string[] }
export type Setting = NumberSetting | WordSetting;
/** POST /api/runs -> { id }: from a recipe with its kind, or as a fork of another run, with its net or weights where `net` says so. */
export interface RunAsk { kind?: string; recipe?: string; from?: string; net?: boolean; title?: string; settings?: Record<string, number | string> }

/** GET /api/library?q=&game=&before= -> KeptGame[]: games played on this server, latest first. */
export interface KeptGame { id: string; game: string; players: [string, string]; result: string; plies: number; begun: string }

/** GET /api/games/{id}/definition -> { text } for games that are definitions; 404 for others.
 *  POST /api/variant -> VariantAnswer */
export interface VariantAsk { text: string }
export interface VariantAnswer { faults: { line: number | null; what: string }[]; card: GameCard | null }

/** GET /api/about */
export interface About { version: string; cores: number; mostMillis: number; mostLines: number; local: boolean }

/** Every refusal, with a fitting status. */
export interface Problem { error: string; where?: string } // one English sentence; where: the field or column
