import type { FlowActor, FlowAnswer, FlowEvent, FlowRefusal, FlowState } from './flow-state.ts'

type Of<K extends FlowEvent['kind']> = FlowEvent & { kind: K }

const refuse = (refusal: FlowRefusal): FlowAnswer => ({ refusal })
const become = (state: FlowState, change: Partial<FlowState>): FlowAnswer => ({
  next: { ...state, ...change },
})

/** Waits for votes. */
const isOpen = ({ status, execution }: FlowState) => (status === 1 || status === 2) && execution === 'none'
/** Approved, and nothing has been done yet. */
const isReady = ({ status, execution }: FlowState) =>
  status === 5 && (execution === 'none' || execution === 'scheduled')
/** Its execution came to nothing, so that the author may mend it. */
const isSpent = ({ execution }: FlowState) =>
  execution === 'failed' || execution === 'cancelled' || execution === 'expired'

function submit(state: FlowState, { isAuthor }: FlowActor): FlowAnswer {
  if (!isAuthor) return refuse('not_author')
  return state.status === 0 ? become(state, { status: 1, stage: 0, votes: [] }) : refuse('wrong_state')
}

/** Any change is a new revision that nobody has approved. */
function revise(state: FlowState, { isAuthor }: FlowActor, { hash }: Of<'revise'>): FlowAnswer {
  if (!isAuthor) return refuse('not_author')
  const isVetoed = state.status === 4
  const isDone = state.execution !== 'none' && state.execution !== 'scheduled' && !isSpent(state)
  if (isVetoed || isDone) return refuse('wrong_state')
  const revision = state.revision + 1
  const anew = { status: 1, execution: 'none', isStopping: false, stage: 0, votes: [] } as const
  return become(state, { ...anew, revision, hash })
}

function withdraw(state: FlowState, { isAuthor }: FlowActor): FlowAnswer {
  if (!isAuthor) return refuse('not_author')
  return isOpen(state) ? become(state, { status: 0, stage: 0, votes: [] }) : refuse('wrong_state')
}

/** What keeps somebody from a say in the present stage; null: nothing. */
function barOf(state: FlowState, actor: FlowActor, hash: string): FlowRefusal | null {
  if (!isOpen(state)) return 'wrong_state'
  if (hash !== state.hash) return 'other_hash'
  const { person, voice } = actor
  if (person === null || voice === null) return 'not_asked'
  if ([person, voice].some((each) => state.excluded.includes(each))) return 'excluded'
  return actor.isAsked ? null : 'not_asked'
}

/** Who has said yes has had their say, be it for themselves, for somebody, or by somebody. */
function hasVoted({ votes, stage, differentPeople }: FlowState, people: readonly string[]): boolean {
  return votes.some(
    (vote) =>
      (differentPeople || vote.stage === stage) &&
      (people.includes(vote.person) || people.includes(vote.voice)),
  )
}

function approve(state: FlowState, actor: FlowActor, { hash }: Of<'approve'>): FlowAnswer {
  const bar = barOf(state, actor, hash)
  if (bar !== null) return refuse(bar)
  const { stage, stages } = state
  const { person, voice } = actor
  if (person === null || voice === null) return refuse('not_asked')
  if (hasVoted(state, [voice, person])) return refuse('voted')
  const votes = [...state.votes, { voice, person, stage }]
  const have = votes.filter((vote) => vote.stage === stage).length
  if (have < (stages[stage]?.need ?? 0)) return become(state, { votes })
  const passed = stage + 1
  const status = passed === stages.length ? 5 : 2
  return become(state, { votes, stage: passed, status })
}

function reject(state: FlowState, actor: FlowActor, { hash }: Of<'reject'>): FlowAnswer {
  const bar = barOf(state, actor, hash)
  return bar === null ? become(state, { status: 3 }) : refuse(bar)
}

/** One is enough, also after the approval; what is under way stops at its next row. */
function veto(state: FlowState, { mayVeto }: FlowActor, { hash }: Of<'veto'>): FlowAnswer {
  if (!mayVeto) return refuse('no_right')
  const isRunning = state.status === 5 && state.execution === 'executing'
  if (!isOpen(state) && !isReady(state) && !isRunning) return refuse('wrong_state')
  if (hash !== state.hash) return refuse('other_hash')
  return become(state, isRunning ? { status: 4, isStopping: true } : { status: 4, execution: 'none' })
}

function override(state: FlowState, { mayBypass }: FlowActor, { hash }: Of<'override'>): FlowAnswer {
  if (!mayBypass) return refuse('no_right')
  if (!isOpen(state)) return refuse('wrong_state')
  return hash === state.hash ? become(state, { status: 5, execution: 'executing' }) : refuse('other_hash')
}

function begin(state: FlowState, { isAuthor, person }: FlowActor, event: Of<'begin'>): FlowAnswer {
  if (!isAuthor && person !== null) return refuse('not_author')
  if (!isReady(state)) return refuse('wrong_state')
  if (event.hash !== state.hash) return refuse('other_hash')
  return event.isWindowOpen ? become(state, { execution: 'executing' }) : refuse('window_closed')
}

function stop(state: FlowState, { isAuthor, mayVeto, isAsked }: FlowActor): FlowAnswer {
  if (!isAuthor && !mayVeto && !isAsked) return refuse('no_right')
  if (state.execution === 'executing' && !state.isStopping) return become(state, { isStopping: true })
  return isReady(state) ? become(state, { execution: 'cancelled' }) : refuse('wrong_state')
}

function end(state: FlowState, { person }: FlowActor, { as }: Of<'end'>): FlowAnswer {
  if (person !== null) return refuse('not_system')
  return state.execution === 'executing'
    ? become(state, { execution: as, isStopping: false })
    : refuse('wrong_state')
}

function expire(state: FlowState, { person }: FlowActor): FlowAnswer {
  if (person !== null) return refuse('not_system')
  return isOpen(state) || isReady(state) ? become(state, { execution: 'expired' }) : refuse('wrong_state')
}

function rollBack(state: FlowState, { person }: FlowActor): FlowAnswer {
  if (person !== null) return refuse('not_system')
  const isDone = state.execution === 'succeeded' || state.execution === 'partly_failed'
  return isDone ? become(state, { execution: 'rolled_back' }) : refuse('wrong_state')
}

/** What becomes of a request when somebody does something with it; the only place that knows. */
export function decide(state: FlowState, actor: FlowActor, event: FlowEvent): FlowAnswer {
  switch (event.kind) {
    case 'submit':
      return submit(state, actor)
    case 'revise':
      return revise(state, actor, event)
    case 'withdraw':
      return withdraw(state, actor)
    case 'approve':
      return approve(state, actor, event)
    case 'reject':
      return reject(state, actor, event)
    case 'veto':
      return veto(state, actor, event)
    case 'override':
      return override(state, actor, event)
    case 'begin':
      return begin(state, actor, event)
    case 'stop':
      return stop(state, actor)
    case 'end':
      return end(state, actor, event)
    case 'expire':
      return expire(state, actor)
    case 'roll_back':
      return rollBack(state, actor)
  }
}
