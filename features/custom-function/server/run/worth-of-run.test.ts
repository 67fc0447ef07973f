import type { ProtocolDefinition } from '@qd/protocol-model'
import { AppError, coreErrors } from '@qd/contract-kit'
import { expect, it } from 'vitest'
import type { PlannedStep } from '../../contract/index.ts'
import type { RunContext, UseCaseDeps } from '../function-deps.ts'
import { worthPlanned, worthUnplanned } from './worth-of-run.ts'
import type { Runnable } from './runnable.ts'

const table = (fields: object[]) => ({ name: '', comment: '', names: {}, key: 'id', netKey: '', fields })
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
const runnable = (steps: object[], parameters: object[] = []) =>
  ({ protocol, steps, parameters }) as unknown as Runnable

it('nobody can say what a command of the game, a message or a change of items gives', () => {
  for (const step of [command, { kind: 'message' }, patch('Bag')])
    expect(worthUnplanned(runnable([read, step]))).toBeNull()
})

it('reading, taking away and changing what is no item gives nothing', () => {
  expect(worthUnplanned(runnable([read, patch('Role'), patch('Bag', 'remove')]))).toBe('0')
})

const asked: unknown[] = []
const deps = {
  edits: {
    worthOf: async (_ctx: unknown, changes: readonly unknown[]) => {
      asked.push(changes)
      return '50'
    },
  },
} as unknown as UseCaseDeps
const planned = (status: PlannedStep['status'], changes: object[]) => ({ status, changes }) as PlannedStep
const change = { diff: 'Bag', key: '7', path: ['count'], op: 'set', value: 5, old: 0 }
const ctx = {} as RunContext
const plan = async () => [planned('ready', []), planned('ready', [change]), planned('skipped', [])]

it('a plan of changes tells what they give', async () => {
  expect(await worthPlanned(deps, ctx, runnable([read, patch('Bag')]), plan)).toBe('50')
  expect(asked).toEqual([[change]])
})

it('a plan tells nothing where a command is in it, a secret, where there is none or it is too old', async () => {
  const bag = [patch('Bag')]
  expect(await worthPlanned(deps, ctx, runnable([...bag, command]), plan)).toBeNull()
  expect(await worthPlanned(deps, ctx, runnable(bag, [{ sensitive: true }]), plan)).toBeNull()
  expect(await worthPlanned(deps, ctx, runnable(bag), async () => null)).toBeNull()
  const old = () => Promise.reject(new AppError(coreErrors.conflict))
  expect(await worthPlanned(deps, ctx, runnable(bag), old)).toBeNull()
})
