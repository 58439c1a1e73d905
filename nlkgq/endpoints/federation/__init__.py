"""What a query over several sources needs: the plan, the sources, the mediator and SERVICE."""
