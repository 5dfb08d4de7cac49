/** Nothing to do: that it is asked for is all (src/shell/service-worker.ts). */
close()
