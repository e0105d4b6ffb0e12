"""Simulation, statistics, and the proof that the rules hold."""
