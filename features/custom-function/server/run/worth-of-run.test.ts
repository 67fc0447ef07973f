import type { ProtocolDefinition } from '@qd/protocol-model'
import { AppError, NO_WORTH, UNKNOWN_WORTH, coreErrors, effectsOf } from '@qd/contract-kit'
import { expect, it } from 'vitest'
import type { PlannedStep } from '../../contract/index.ts'
import type { RunContext, UseCaseDeps } from '../function-deps.ts'
import { worthPlanned, worthUnplanned } from './worth-of-run.ts'
import type { Runnable } from './runnable.ts'

const table = (fields: object[]) => ({
  name: '',
  comment: '',
  names: {},
  key: 'id',
  netKey: '',
  fields: fields.map((each) => ({ type: 'int', ...each })),
})
const protocol = {
  md5: '',
  protocols: [],
  diffInfos: {
    Bag: table([{ fieldName: 'id', dataProvider: 'gameProp' }, { fieldName: 'count' }]),
    Role: table([{ fieldName: 'id' }, { fieldName: 'count' }]),
  },
} as unknown as ProtocolDefinition

const patch = (diff: string, op: 'set' | 'remove' = 'set') => ({
  kind: 'patch' as const,
  changes: [{ diff, key: '7', path: ['count'], op, value: { $: 'param.count' } }],
})
const read = { kind: 'read' as const, as: 'x', diff: 'Bag', path: [] }
const command = { kind: 'command' as const, name: 'addGems', params: {} }
const commands = new Map([
  ['harmless', { effects: effectsOf() }],
  ['gift', { effects: effectsOf('items') }],
])
const runnable = (steps: object[], parameters: object[] = []) =>
  ({ protocol, steps, parameters, commands }) as unknown as Runnable

const FIFTY = { atLeast: '50', isComplete: true }
const asked: unknown[] = []
const deps = {
  edits: {
    worthOf: async (_ctx: unknown, changes: readonly unknown[]) => {
      asked.push(changes)
      return FIFTY
    },
  },
} as unknown as UseCaseDeps

it('nobody can say what a command of the game, a message or a change of items gives', () => {
  for (const step of [command, { kind: 'message' }, patch('Bag')])
    expect(worthUnplanned(runnable([read, step]))).toEqual(UNKNOWN_WORTH)
})

it('reading, taking away and changing what is no item gives nothing', () => {
  expect(worthUnplanned(runnable([read, patch('Role'), patch('Bag', 'remove')]))).toEqual(NO_WORTH)
})

const planned = (status: PlannedStep['status'], changes: object[]) => ({ status, changes }) as PlannedStep
const change = { diff: 'Bag', key: '7', path: ['count'], op: 'set', value: 5, old: 0 }
const ctx = {} as RunContext
const plan = async () => [planned('ready', []), planned('ready', [change]), planned('skipped', [])]

it('a plan of changes tells what they give', async () => {
  expect(await worthPlanned(deps, ctx, runnable([read, patch('Bag')]), plan)).toEqual(FIFTY)
  expect(asked).toEqual([[change]])
})

it('a plan tells nothing where a command is in it, a secret, where there is none or it is too old', async () => {
  const bag = [patch('Bag')]
  expect(await worthPlanned(deps, ctx, runnable([...bag, command]), plan)).toEqual(UNKNOWN_WORTH)
  expect(await worthPlanned(deps, ctx, runnable(bag, [{ sensitive: true }]), plan)).toEqual(UNKNOWN_WORTH)
  expect(await worthPlanned(deps, ctx, runnable(bag), async () => null)).toEqual(UNKNOWN_WORTH)
  const old = () => Promise.reject(new AppError(coreErrors.conflict))
  expect(await worthPlanned(deps, ctx, runnable(bag), old)).toEqual(UNKNOWN_WORTH)
})
