//! Arguments of `sixfold serve` for a load test: all of its clients come from one address, and none of them is to be
//! slowed down. How many connections there may be at all is left to the test, since a server warns its host of more than there
//! are open files for.

pub(crate) const NO_LIMITS: [&str; 10] = [
    "--connections-per-address",
    "100000",
    "--requests-per-second-per-address",
    "1000000",
    "--tables-per-second",
    "1000000",
    "--tables-per-minute-per-address",
    "1000000",
    "--messages-per-second",
    "1000000",
];
