// What a noun allows in which state, and why not otherwise: one table per noun (<noun>-states.ts) for the API's checks and the
// console's menus and tooltips. No zod: the console imports this.

export interface StateRule<State extends string> {
  /** the states that allow the action */
  in: readonly State[]
  /** completes "Only stopped instances can …" */
  verb: string
  /** the states that the sentence names, if the others are brief or rare */
  named?: readonly State[]
  /** instead of the sentence, for some states */
  reasons?: { readonly [S in State]?: string }
}

export interface StateTable<State extends string, Action extends string> {
  can: (action: Action, state: State) => boolean
  /** A sentence for the tooltip; undefined when the action is available. */
  whyNot: (action: Action, state: State) => string | undefined
}

/** `nouns`: what has the states, in the plural. */
export function stateTable<State extends string, Action extends string>(
  nouns: string,
  rules: Record<Action, StateRule<State>>,
): StateTable<State, Action> {
  const can = (action: Action, state: State) => rules[action].in.includes(state)
  return {
    can,
    whyNot(action, state) {
      if (can(action, state)) return undefined
      const { in: allowed, verb, named = allowed, reasons } = rules[action]
      return reasons?.[state] ?? `Only ${named.join(' or ')} ${nouns} can ${verb}`
    },
  }
}
