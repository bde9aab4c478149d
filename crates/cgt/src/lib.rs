//! Combinatorial game theory: exact values, thermographs, kos and sums. No Go inside.
