/** How long a connection may take until it listens, milliseconds. */
export const OPEN_LIMIT_MS = 1_500
/** How often a listening connection is looked at. */
export const LOOK_EVERY_MS = 250
const FIRST_REST_MS = 50
/** With the limit above: a database that came back is found in less than 2 s. */
const LONGEST_REST_MS = 400

/** The one connection that listens, and what is done when it is over. There is one timer, and each phase sets it anew. */
export interface ListenerState {
  /** `opening` and `listening` have a connection, `resting` and `stopped` have none. */
  phase: 'opening' | 'listening' | 'resting' | 'stopped'
  /** Number of the newest connection; what older ones still say is ignored. */
  connection: number
  /** Connections in a row that ended before a beat came back. */
  failures: number
}

export type ListenerEvent =
  /** It listens now. */
  | { kind: 'listens'; connection: number }
  /** A beat came back. */
  | { kind: 'beat'; connection: number }
  /** It is over, for whatever reason; one connection may say so several times. */
  | { kind: 'over'; connection: number }
  | { kind: 'timer' }
  | { kind: 'stop' }

export type ListenerEffect =
  | { act: 'open'; connection: number }
  /** Asks for a beat, and gives a connection up that owes one for too long. */
  | { act: 'look' }
  /** Lets go of the connection: without waiting for the other side, or with a goodbye. */
  | { act: 'cut' | 'leave' }
  /** Sets the timer, in place of the one that was set. */
  | { act: 'timer'; ms: number }
  | { act: 'noTimer' }
  /** Listening has begun, has ended, or could not be begun. */
  | { act: 'tell'; news: 'listening' | 'lost' | 'unreachable' }

export interface ListenerStep {
  state: ListenerState
  effects: ListenerEffect[]
}

/** Before the first event. */
export const startListening = (): ListenerStep => open({ phase: 'resting', connection: 0, failures: 0 })

/**
 * What follows from an event; pure. Only the timer of `resting` opens a connection, and only the end of the
 * newest connection leads there, so there is never a second one. `random` is from 0 to 1 and spreads the nodes.
 */
export function nextListenerState(state: ListenerState, event: ListenerEvent, random: number): ListenerStep {
  const { phase } = state
  const isOpen = phase === 'opening' || phase === 'listening'
  if (phase === 'stopped') return { state, effects: [] }
  if (event.kind === 'stop') {
    return {
      state: { ...state, phase: 'stopped' },
      effects: [{ act: 'noTimer' }, ...(isOpen ? [{ act: 'leave' as const }] : [])],
    }
  }
  if (event.kind === 'timer') {
    if (phase === 'resting') return open(state)
    if (phase === 'listening')
      return { state, effects: [{ act: 'timer', ms: LOOK_EVERY_MS }, { act: 'look' }] }
    return rest(state, random)
  }
  if (!isOpen || event.connection !== state.connection) return { state, effects: [] }
  if (event.kind === 'over') return rest(state, random)
  if (event.kind === 'beat') {
    return { state: phase === 'listening' ? { ...state, failures: 0 } : state, effects: [] }
  }
  if (phase === 'listening') return { state, effects: [] }
  return {
    state: { ...state, phase: 'listening' },
    effects: [
      { act: 'timer', ms: LOOK_EVERY_MS },
      { act: 'tell', news: 'listening' },
    ],
  }
}

function open(state: ListenerState): ListenerStep {
  const connection = state.connection + 1
  return {
    state: { ...state, phase: 'opening', connection },
    effects: [
      { act: 'timer', ms: OPEN_LIMIT_MS },
      { act: 'open', connection },
    ],
  }
}

function rest(state: ListenerState, random: number): ListenerStep {
  const longestMs = Math.min(FIRST_REST_MS * 2 ** state.failures, LONGEST_REST_MS)
  return {
    state: { ...state, phase: 'resting', failures: state.failures + 1 },
    effects: [
      { act: 'cut' },
      { act: 'timer', ms: longestMs * (0.5 + random / 2) },
      { act: 'tell', news: state.phase === 'listening' ? 'lost' : 'unreachable' },
    ],
  }
}
