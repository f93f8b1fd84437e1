#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duelog_tests::fuzzing::card_import(bytes));
