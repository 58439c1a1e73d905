"""What a model would learn of a graph and its questions, shown before anything leaves: for owners and auditors."""
