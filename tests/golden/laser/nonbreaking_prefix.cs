p
např
