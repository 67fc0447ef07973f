import { checkScenario } from '../model/check-scenario.ts'
import type { CheckedScenario } from '../model/check-scenario.ts'
import type { Fault } from '../model/faults.ts'
import { LIMITS } from '../model/limits.ts'
import { Scanner, SyntaxFault } from './scanner.ts'

/** As it was read; `checkScenario` says whether it is one. */
type Draft = Record<string, unknown>

const WORDS = ['==', '!=', '<=', '>=', '<', '>', 'contains', 'exists', 'missing']

function operand(scan: Scanner): unknown {
  const next = scan.peekWord()
  return next.startsWith('$') || next.startsWith('{{') ? scan.word('a value') : scan.json('a value')
}

function readTest(scan: Scanner): Draft {
  const left = operand(scan)
  const is = scan.word('a comparison')
  if (!WORDS.includes(is))
    scan.fail(`${is.slice(0, 40)} is no comparison`, 'syntax_unexpected', is.slice(0, 40))
  return is === 'exists' || is === 'missing' ? { left, is } : { left, is, right: operand(scan) }
}

function readTests(scan: Scanner): Draft[] {
  const list = [readTest(scan)]
  while (scan.takes('and')) list.push(readTest(scan))
  return list
}

/** Words with a value behind them, in any order, each once. */
function readOptions(scan: Scanner, step: Draft, options: Record<string, (scan: Scanner) => unknown>): Draft {
  const names: Record<string, string> = { device: 'deviceId', timeout: 'timeoutMs', else: 'text' }
  while (!scan.isAtEnd) {
    const word = scan.peekWord()
    const read = Object.hasOwn(options, word) ? options[word] : undefined
    const name = names[word] ?? word
    if (read === undefined || step[name] !== undefined) scan.unexpected(word)
    scan.word(word)
    step[name] = read(scan)
  }
  return step
}

const value = (scan: Scanner) => scan.json('a value')

function assigned(scan: Scanner): string {
  const name = scan.word('a name')
  if (!scan.takes('=')) scan.fail('= is missing', 'syntax_missing', '=')
  return name
}

function readSleep(scan: Scanner): Draft {
  const found = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(scan.word('milliseconds'))
  if (!found) return scan.fail('sleep takes milliseconds: 500 or 100..500', 'wrong_type')
  return {
    do: 'sleep',
    ms: Number(found[1]),
    ...(found[2] === undefined ? {} : { upToMs: Number(found[2]) }),
  }
}

function readLoop(scan: Scanner): Draft {
  const word = scan.word('how often')
  const step: Draft = { do: 'loop', times: /^\d{1,15}$/.test(word) ? Number(word) : word }
  readOptions(scan, step, { while: readTests })
  return { ...step, steps: readSteps(scan, ['end']).steps }
}

function readRandom(scan: Scanner): Draft {
  scan.endLine()
  const ways: Draft[] = []
  let closing = readSteps(scan, ['way', 'end'], 0).closing
  while (closing === 'way') {
    const weight = scan.json('a weight')
    const inner = readSteps(scan, ['way', 'end'])
    ways.push({ weight, steps: inner.steps })
    closing = inner.closing
  }
  return { do: 'random', ways }
}

function readBranch(scan: Scanner): Draft {
  const tests = readTests(scan)
  const yes = readSteps(scan, ['else', 'end'])
  const no = yes.closing === 'else' ? readSteps(scan, ['end']).steps : []
  return { do: 'branch', if: tests, yes: yes.steps, no }
}

const READERS: Record<string, (scan: Scanner) => Draft> = {
  enter: (scan) => readOptions(scan, { do: 'enter' }, { device: value, ver: value, timeout: value }),
  send: (scan) => {
    const message = scan.word('a message')
    const body = /^[{["]|^-?\d/.test(scan.peekWord()) || ['null', 'true', 'false'].includes(scan.peekWord())
    const step: Draft = { do: 'send', message, body: body ? value(scan) : {} }
    const status = (inner: Scanner) => (inner.takes('any') ? 'any' : value(inner))
    return readOptions(scan, step, { status, timeout: value })
  },
  wait: (scan) =>
    readOptions(scan, { do: 'wait', message: scan.word('a message') }, { where: readTests, timeout: value }),
  assert: (scan) => readOptions(scan, { do: 'assert', that: readTests(scan) }, { else: value }),
  set: (scan) => ({ do: 'set', name: assigned(scan), value: value(scan) }),
  extract: (scan) => ({
    do: 'extract',
    name: assigned(scan),
    path: scan.peekWord().startsWith('"') ? value(scan) : scan.word('a path'),
  }),
  loop: readLoop,
  random: readRandom,
  branch: readBranch,
  sleep: readSleep,
  call: (scan) => ({ do: 'call', name: value(scan) }),
  leave: () => ({ do: 'leave' }),
}

interface Block {
  steps: Draft[]
  /** The word that ended it; empty: the text did. */
  closing: string
}

/** Steps up to a word that ends the block; `most` 0: none may come before it. */
function readSteps(scan: Scanner, closings: readonly string[], most = Infinity): Block {
  scan.endLine()
  const steps: Draft[] = []
  while (scan.toNextStatement()) {
    const word = scan.peekWord()
    if (closings.includes(word)) {
      scan.word(word)
      if (word === 'end') scan.endLine()
      return { steps, closing: word }
    }
    if (steps.length >= most) scan.unexpected(word)
    steps.push(readStep(scan, word))
  }
  if (closings.length > 0)
    scan.fail(`${closings.join(' or ')} is missing`, 'syntax_missing', closings.join(' / '))
  return { steps, closing: '' }
}

function readStep(scan: Scanner, word: string): Draft {
  if (word.startsWith('#')) return { do: 'note', text: scan.restOfLine().replace(/^# ?/, '') }
  const read = Object.hasOwn(READERS, word) ? READERS[word] : undefined
  if (read === undefined)
    return scan.fail(`there is no step ${word.slice(0, 40)}`, 'unknown_step', word.slice(0, 40))
  scan.word(word)
  const step = read(scan)
  scan.endLine()
  return step
}

function readWhole(scan: Scanner): Draft {
  const draft = {
    version: 1,
    name: '' as unknown,
    vars: {} as Draft,
    steps: [] as Draft[],
    parts: {} as Draft,
  }
  while (scan.toNextStatement()) {
    if (scan.takes('scenario')) draft.name = value(scan)
    else if (scan.takes('var')) {
      const name = assigned(scan)
      if (name === '__proto__' || Object.hasOwn(draft.vars, name))
        scan.fail(`${name.slice(0, 40)} stands twice`, 'syntax_unexpected', name.slice(0, 40))
      draft.vars[name] = value(scan)
    } else if (scan.takes('part')) {
      const name = value(scan)
      if (typeof name !== 'string' || name === '__proto__' || Object.hasOwn(draft.parts, name))
        scan.fail('a part needs a name of its own, in "')
      draft.parts[name] = readSteps(scan, ['end']).steps
    } else draft.steps.push(readStep(scan, scan.peekWord()))
    scan.endLine()
  }
  return draft
}

/** Reads the text form; faults name the line, or the step and its field. */
export function parseScenario(text: string): CheckedScenario {
  const fault = (line: number, message: string, of: Pick<Fault, 'code' | 'params'>): CheckedScenario => {
    const found: Fault = { ...of, step: '', field: '', message: `line ${line}: ${message}`, line }
    return { ok: false, faults: [found] }
  }
  if (text.length > LIMITS.textChars)
    return fault(1, `longer than ${LIMITS.textChars} characters`, {
      code: 'too_long',
      params: { least: 0, most: LIMITS.textChars },
    })
  const scan = new Scanner(text)
  try {
    return checkScenario(readWhole(scan))
  } catch (error) {
    if (error instanceof SyntaxFault) {
      const { code, params } = error
      return fault(error.line, error.message, { code, params })
    }
    // Blocks in blocks without an end would fill the stack.
    if (error instanceof RangeError)
      return fault(scan.line, 'blocks are too deep', { code: 'too_deep', params: { most: LIMITS.depth } })
    throw error
  }
}
