"""What the test scripts share: reading a program's heading, running sleave as a user would, and the size of a test."""
