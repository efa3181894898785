// Which of several servers on one rack does what only one of them may do.

export interface Lease {
  /** Whether this server looks after the machines. Only it goes on with what is under way, and writes down what it sees. */
  isHeld(): boolean
  /**
   * Does what only one server at a time may do. Rejects with `busy` while another does it. The signal aborts when another one may begin:
   * then this one must leave everything as it is.
   */
  alone<T>(what: string, work: (lost: AbortSignal) => Promise<T>): Promise<T>
}

/** For a server that has the rack to itself. */
export const onlyServer: Lease = { isHeld: () => true, alone: (_, work) => work(new AbortController().signal) }
