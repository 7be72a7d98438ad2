// The matches that tests play to their end in every game.

/** The shortest setup of each game that its form allows, and the largest number of things to do until the end. */
export const SHORT_MATCHES = [
  { game: "hexoust", opponent: "computer", level: "1", options: { size: "4" }, most: 200 },
  { game: "hexlock", opponent: "computer", level: "1", seat: "Red", most: 400 },
  { game: "influence", opponent: "screen", options: { board: "Compact" }, most: 150 },
  { game: "hex-dice", opponent: "computer", level: "1", options: { quietTurns: "5" }, most: 600 },
  { game: "hex-ships", opponent: "computer", level: "1", options: { battle: "Duel", rounds: "2" }, most: 400 },
];
