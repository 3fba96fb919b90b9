await Parlord.start()
