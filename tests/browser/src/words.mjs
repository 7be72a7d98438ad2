// The names by which the tests find controls and headings. If a text of the page changes, only this file has to follow.

/** The beginnings of the games' names, by key. */
export const GAMES = {
  hexoust: "HexOust",
  hexlock: "Hexlock",
  influence: "Influence",
  "hex-dice": "Hex Dice",
  "hex-ships": "Hex Ships",
};

export const named = (game) => new RegExp(`^${GAMES[game]}\\b`);

/** The heading of a game's rules. */
export const rulesOf = (game) => new RegExp(`^(Rules of )?${GAMES[game]}\\b`);

export const headings = {
  home: /^Hex games/,
  homeInGerman: /^Hex(feld)?spiele/,
  newGame: /^New game/,
  record: /^Look at (a|the) (record|match)/,
  ended: /won|lost|draw|no result|share the first place/i,
  yourTurn: /^Your turn/,
  thinking: /is thinking/,
  waitingForOne: /Waiting for somebody/,
  connectionLost: /The connection is lost/,
};

export const links = {
  home: /^Sixfold/,
  newGame: /^Play (?!now)/,
  rules: /^Rules/,
  record: /^Look at (a|the) (record|match)/,
  replay: /^(Replay|See it again)/,
};

export const buttons = {
  begin: /^(Begin|Make the table)/,
  settings: /^Settings/,
  keys: /^Keys and signs/,
  close: /^Close/,
  undo: /^Undo/,
  hint: /^Hint/,
  resign: /^Resign/,
  playOn: /^Play on/,
  playAgain: /^Play again/,
  goToRematch: /^Go to the rematch/,
  oneBack: /^One (move|step|turn) back/,
  toTheBeginning: /^To the beginning/,
  now: /^Now/,
  handOver: /^Hand the device to /,
  iAm: /^I am /,
  sure: /^Yes, play it/,
  notSure: /^No, go back/,
  sitDown: /^Sit down/,
  confirm: /^Play (?!again|on\b)/,
  readRecord: /^Look at it/,
  computerFor: /^Computer for /,
  save: /^Save/,
  deleteIt: /^Delete it/,
};

/** The pages of a campaign. */
export const campaign = {
  door: /^Campaign/,
  form: /^Campaign/,
  setOut: /^Set out/,
  setOutOnline: /^Begin on the server/,
  players: /^Commanders/,
  join: /^Travel along/,
  ready: /^I am ready/,
  notReady: /^Not ready after all/,
  isReady: / is ready/,
  askAlone: /^Ask to go on alone/,
  asks: /asks to go on alone, with your ships/,
  agree: /^Yes, hand my ships over/,
  together: /^No, we stay together/,
  goAlone: /^Go on alone/,
  handOver: /^Hand my ships over/,
  handedOver: /has handed over all ships/,
  noSign: /has given no sign for three days/,
  invited: / invites you to The Frontier/,
  ownLink: /^Copy my link/,
  upload: /^Go on on the server/,
  full: /^Every seat is taken/,
  move: /^Give another command/,
  takeCommand: /^Take command of /,
  first: /^The Frontier/,
  sent: /^Goes into battle/,
  start: /^Begin the battle/,
  back: /^Back to the headquarters/,
  headquarters: /^Headquarters/,
  goOn: /^Go on playing/,
  report: /^Report: /,
  save: /^Save as a file/,
  picture: /^Save the story as a picture/,
  giveUp: /^Give the campaign up/,
  sure: /^Yes, do it/,
  over: /^The campaign was given up/,
};

/** The rule set of `rules.mjs` and its campaign. */
export const rim = {
  group: /^Rules/,
  set: /^rim/,
  title: /^The Rim/,
  line: /^Rules: rim/,
  invited: / invites you to The Rim/,
  unknown: /rule set rim \([0-9a-f]+\), which is not known here/,
};

/** The link to a lesson, and its buttons. */
export const lesson = {
  of: (game) => new RegExp(`^Learn (in two minutes: )?${GAMES[game]}`),
  show: /^Show me/,
  next: /^Next/,
  play: /^Play a first match/,
};

/** Buttons that only one game has. */
export const moves = {
  pass: /^Pass/,
  token: /^Token/,
  keepAllDice: /^Keep all dice/,
  rollAgain: /^Roll these again/,
  deployForMe: /^Deploy for me/,
  stopDeploying: /^Stop$/,
  guard: /^Guard/,
  reroll: /^Reroll/,
  advance: /^Advance/,
  endTheMove: /^End the move/,
  holdFire: /^Hold fire/,
  keepTheRoll: /^Keep the roll/,
  allWeapons: /^All weapons/,
  fire: /^Fire\b/,
  startOver: /^Start over/,
  up: /^Up$/,
};

export const fields = {
  yourName: /^Your name/,
  language: /^Language/,
  link: /link/i,
  record: /Paste a record/,
  kitName: /^Name/,
  twoSteps: /^Mark a move first/,
  computerLevel: /computer/,
};

/** The choices of opponents for a new game. */
export const opponents = {
  computer: /^(The computer|Computers)/,
  screen: /^(Two|Several) at this screen/,
  online: /^Online/,
};

/** The options of a new game: a group of choices, or a number to type. */
export const options = {
  size: /^Size of the board/,
  level: /^Level/,
  board: /^Board/,
  dice: /^Dice$/,
  token: /^Momentum token/,
  keystone: /^Keystone/,
  shifting: /^Shifting board/,
  players: /^Players/,
  diceEach: /^Dice each/,
  quietTurns: /^Quiet turns/,
  battle: /^Battle/,
  rounds: /^Rounds/,
  expansions: /^Expansions/,
};

/** The line of the form while the page does not know yet whether there is a server. */
export const looksForServer = /^Looking for a server/;

/** The descriptions of places on a board. */
export const places = {
  open: /open to you/,
  leads: /can be chosen/,
  thenATarget: /then a target/,
};

export const board = /^Board/;
