import { fromFrames, printStep } from '@qd/scenario'
import type { Json, RecordedFrame, Step, Test } from '@qd/scenario'
import type { FrameSummary } from '../../contract/index.ts'

/** More comparisons than this are no test that anybody reads. */
const MOST_TESTS = 20
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u

const below = (path: string, name: string): string =>
  PLAIN_NAME.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`

/** A text of a frame is what it says: it must not become a path or a variable by its looks. */
const literal = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/^\$/, '$$$$').replaceAll('{{', '{ {') : value

/** Each single value as a comparison, top fields first. */
function testsOf(body: Json): Test[] {
  const tests: Test[] = []
  const open: { path: string; value: Json }[] = [{ path: '$', value: body }]
  for (let at = 0; at < open.length && tests.length < MOST_TESTS; at += 1) {
    const { path, value } = open[at]!
    if (Array.isArray(value)) {
      tests.push({ left: `${path}.length`, is: '==', right: value.length })
      open.push(...value.map((each, index) => ({ path: `${path}[${index}]`, value: each })))
    } else if (value !== null && typeof value === 'object') {
      open.push(...Object.entries(value).map(([name, each]) => ({ path: below(path, name), value: each })))
    } else tests.push({ left: path, is: '==', right: literal(value) })
  }
  return tests
}

function stepsOf(frame: FrameSummary, body: Json, pair: FrameSummary | null): Step[] {
  const { direction, cmd, message, status, at } = frame
  if (direction === 'request') {
    const recorded = (of: FrameSummary, side: RecordedFrame['direction'], says: Json): RecordedFrame => ({
      direction: side,
      cmd: of.cmd,
      seq: 1,
      status: of.status,
      message: of.message,
      body: says,
      atMs: at,
    })
    const reply = pair === null ? [] : [recorded(pair, 'reply', null)]
    return fromFrames([recorded(frame, 'request', body), ...reply], { name: message }).scenario.steps
  }
  const note: Step[] = message === '' ? [] : [{ do: 'note', text: message }]
  const wait: Step[] = direction === 'push' ? [{ do: 'wait', message: String(cmd) }] : []
  const expected: Step[] =
    direction === 'reply' && status !== 0
      ? [{ do: 'assert', that: [{ left: '{{status}}', is: '==', right: status }] }]
      : []
  const asserts = testsOf(body).map((test): Step => ({ do: 'assert', that: [test] }))
  return [...note, ...wait, ...expected, ...asserts]
}

/**
 * A frame as steps of a scenario in their text form: a request as `send`, a push as `wait` and what it says, a reply as
 * what it says, to stand below its `send`.
 */
export function frameStep(frame: FrameSummary, body: unknown, pair: FrameSummary | null): string {
  return stepsOf(frame, body as Json, pair)
    .map(printStep)
    .join('\n')
}
