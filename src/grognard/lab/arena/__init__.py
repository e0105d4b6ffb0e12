"""What programs that learn need of every game, whatever library they use: actions, observations, a bare game."""
