"""What several families share: a race to a number of points, and dice laid on dice."""
