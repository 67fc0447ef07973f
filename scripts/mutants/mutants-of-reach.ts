import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DOOR = 'features/data-edit/server/game-reach.test.ts'
const ROOM = 'adapters/standard/src/http/server-room.test.ts'
const ADAPTER = 'adapters/standard/src/standard-adapter.test.ts'

/** How a game server is reached: the breaker, the room for calls, and who leaves. */
export const REACH_MUTANTS: readonly Mutant[] = [
  {
    rule: 'T30: a call that its caller gave up says nothing about the server',
    file: 'adapters/standard/src/http/circuit-breaker.ts',
    from: "error.kind === 'given_up' || error.isOurs",
    to: 'error.isOurs',
    test: node('adapters/standard/src/http/circuit-breaker.test.ts', '[T30] a call that ends as given_up'),
  },
  {
    rule: 'S7.13: a broken-off read is told from a server that keeps silent',
    file: 'adapters/standard/src/http/dial-failure.ts',
    from: "signal?.aborted === true || fault === 'aborted'",
    to: 'false',
    test: node(DOOR, 'a reader who breaks off 300 reads'),
  },
  {
    rule: 'T30: a silence counts only when the server answered nobody meanwhile',
    file: 'adapters/standard/src/http/circuit-breaker.ts',
    from: "verdict !== 'silent' || this.#answers !== answersBefore",
    to: "verdict !== 'silent' || this.#answers < answersBefore",
    test: node('adapters/standard/src/http/circuit-breaker.test.ts', '[T30] a silence counts only'),
  },
  {
    rule: 'T30: the probe of a closed server goes on when its caller leaves',
    file: 'adapters/standard/src/http/server-gate.ts',
    from: 'send(pass.isProbe ? undefined : signal)',
    to: 'send(signal)',
    test: node(ADAPTER, '[T30] the call that looks whether a server is back'),
  },
  {
    rule: 'T30: a probe that ended lets the next one try',
    file: 'adapters/standard/src/http/circuit-breaker.ts',
    from: 'if (isProbe) this.#isProbing = false',
    to: "if (isProbe && verdict !== 'nothing') this.#isProbing = false",
    test: node('adapters/standard/src/http/circuit-breaker.test.ts', '[T30] one probe at a time'),
  },
  {
    rule: 'S7.13: nobody has more than 8 calls at a server',
    file: 'adapters/standard/src/http/server-room.ts',
    from: 'if (own >= (isBackground ? background : perAsker)) return false',
    to: 'if (isBackground && own >= background) return false',
    test: node(DOOR, 'however much one reader asks'),
  },
  {
    rule: 'T30: the last places are kept for who has none',
    file: 'adapters/standard/src/http/server-room.ts',
    from: '(own === 0 && !isBackground ? 0 : forNewcomers)',
    to: '0',
    test: node(ROOM, '[T30] however many have their full part'),
  },
  {
    rule: 'T30: people before background work',
    file: 'adapters/standard/src/http/server-room.ts',
    from: 'key !== BACKGROUND_KEY && this.#mayEnter(key)',
    to: 'this.#mayEnter(key)',
    test: node(ROOM, '[T30] people take turns'),
  },
  {
    rule: 'T30: who gives up waiting leaves the queue',
    file: 'adapters/standard/src/http/server-room.ts',
    from: "signal?.addEventListener('abort', leave, { once: true })",
    to: 'void signal',
    test: node(ROOM, '[T30] no place is lost or given twice'),
  },
  {
    rule: 'T30: a caller counts by the person',
    file: 'packages/server-kit/src/app/create-app.ts',
    from: 'askFor({ id: request.caller.userId, language: call.lang }, run)',
    to: 'askFor({ id: request.caller.sessionId + request.id, language: call.lang }, run)',
    test: node(DOOR, 'however much one reader asks'),
  },
  {
    rule: 'jobs.run: a job asks as background work',
    file: 'features/jobs/server/engine/work-on-chunk.ts',
    from: 'inBackground(() => runner.runChunk(rows, run), run.lang)',
    to: 'runner.runChunk(rows, run)',
    test: node('features/jobs/server/engine.test.ts', '[jobs.run] whoever`s call sets a job off'),
  },
  {
    rule: 'what an adapter does not offer is refused as not offered',
    file: 'packages/game-contract/src/adapter/whole-adapter.ts',
    from: 'adapter[name] ?? refusals(CAPABILITY_OF[name])',
    to: 'adapter[name] ?? {}',
    test: node('features/simulator/server/simulator-routes.test.ts', 'an adapter without messages'),
  },
  {
    rule: 'what the adapter of one server does not offer, another server of the line may',
    file: 'packages/server-kit/src/ask-line.ts',
    from: ' && !error.isOurs) break',
    to: ') break',
    test: node('features/catalogue/server/server-adapters.test.ts', 'answers for its server alone'),
  },
  {
    rule: 'T12: only a signed answer is remembered against a definition',
    file: 'adapters/standard/src/definitions.ts',
    from: 'if (!isGarbage(error) || (!error.isProven && kept.good === null)) throw error',
    to: 'if (!isGarbage(error)) throw error',
    test: node(ADAPTER, '[T12] what proxy_page says of a definition'),
  },
]
