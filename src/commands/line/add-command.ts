import type { Command } from 'commander'
import type { Ports } from '../../ports.ts'

/** Adds one command to the line. `exit` takes the exit code when the command is done. */
export type AddCommand = (program: Command, ports: Ports, exit: (code: number) => void) => void
