// The matches that tests play to their end in every game.

/**
 * The shortest setup of each game that its form allows, what is told of the other seat's turns, and the largest number of
 * things to do until the end.
 */
export const SHORT_MATCHES = [
  { game: "hexoust", theirs: /Blue places on [a-z]\d/, opponent: "computer", level: "1", options: { size: "4" }, most: 200 },
  { game: "hexlock", theirs: /Blue (expands to|attacks) [a-z]\d/, opponent: "computer", level: "1", seat: "Red", most: 400 },
  { game: "influence", theirs: /White places on [a-z]\d/, opponent: "screen", options: { board: "Compact" }, most: 150 },
  { game: "hex-dice", theirs: /Blue.s \d goes from|Blue (rerolls|attacks|merges)/, opponent: "computer", level: "1", options: { quietTurns: "5" }, most: 600 },
  { game: "hex-ships", theirs: /\w+ b1 (advances to [a-z]\d|fires at)/i, opponent: "computer", level: "1", options: { battle: "Duel", rounds: "2" }, most: 400 },
];
