import { randomUUID } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { nextAction, stopsAfterRead } from '@qd/function-steps'
import type { NextAction, Scope, Step, StepFault } from '@qd/function-steps'
import type { PlayerData } from '@qd/protocol-model'
import { fromGame } from '@qd/server-kit'
import type { PlannedStep } from '../../contract/index.ts'
import { told } from '../faults.ts'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { withOlds } from './change-olds.ts'
import { maskStep, maskValue, secretsOf } from './mask-secrets.ts'
import type { Secrets } from './mask-secrets.ts'
import { valueAt } from './value-at.ts'
import { commandUnknown, openCommand } from './runnable.ts'
import type { Runnable } from './runnable.ts'
import { changeText, shown, titleOf } from './step-words.ts'

interface Planning {
  deps: UseCaseDeps
  ctx: RunContext
  runnable: Runnable
  scope: Scope & { read: Record<string, unknown> }
  /** The player as earlier steps would leave them. */
  data: PlayerData
  loaded: Set<string>
  version: string
  secrets: Secrets
  /** A command or message before may change what is read. */
  isUnsure: boolean
  isPatched: boolean
}

type Act<K extends NextAction['kind']> = Extract<NextAction, { kind: K }>
type Part = Omit<PlannedStep, 'step' | 'kind' | 'title' | 'isUnsure'>

const ready = (part: Partial<Part>): Part => ({
  status: 'ready',
  actions: [],
  changes: [],
  refused: [],
  ...part,
})

async function load(planning: Planning, diffs: readonly string[]): Promise<void> {
  const missing = diffs.filter((diff) => !planning.loaded.has(diff))
  if (missing.length === 0) return
  const { data, version } = await planning.deps.edits.read(planning.ctx, missing)
  planning.data = { ...planning.data, ...data }
  planning.version = version
  for (const diff of missing) planning.loaded.add(diff)
}

async function planRead(planning: Planning, action: Act<'read'>, step: Step, at: string): Promise<Part> {
  const { ctx, runnable, scope } = planning
  await load(planning, [action.diff])
  const value = valueAt(runnable.protocol, planning.data, action)
  scope.read[action.as] = value
  const part = ready({
    actions: [`${action.as} = ${shown(maskValue(value, planning.secrets))}`],
    json: value,
  })
  if (step.stopIf === undefined) return part
  const stops = stopsAfterRead(step.stopIf, scope, at)
  if (!stops.ok) return failed(ctx, stops.fault)
  return stops.value ? { ...part, status: 'stopped' } : part
}

async function planPatch(planning: Planning, action: Act<'patch'>): Promise<Part> {
  const { deps, ctx, runnable } = planning
  await load(
    planning,
    action.changes.map(({ diff }) => diff),
  )
  const { changes, data } = withOlds(runnable.protocol, planning.data, action.changes)
  const wish = { version: planning.version, changes }
  const checked = await deps.edits.check(ctx, wish)
  planning.data = data
  // The game knows the player only as they are: after an earlier patch its verdict is on another one.
  const refused = planning.isPatched ? [] : checked.refused
  const masked = maskStep({ changes }, planning.secrets).changes
  const own = masked.map((change) => changeText(ctx, change))
  const isTold = !planning.isPatched && checked.actions.length === changes.length
  planning.isPatched = true
  const part = ready({ changes, refused, actions: isTold ? checked.actions.map(({ text }) => text) : own })
  const [first] = refused
  return first === undefined ? part : { ...part, status: 'failed', code: first.code, msg: first.msg }
}

async function planCommand(planning: Planning, action: Act<'command'>): Promise<Part> {
  const { deps, ctx, runnable, scope } = planning
  const offered = openCommand(runnable, action.name)
  if (offered === undefined) return failed(ctx, commandUnknown(action.name))
  planning.isUnsure = true
  if (action.as !== undefined) scope.read[action.as] = null
  if (!offered.command.hasDryRun) {
    return ready({ actions: [ctx.text('function.plan.noDryRun')] })
  }
  const { commands, target } = await deps.reach.reach(serverOf(ctx))
  const { caller, requestId } = ctx
  const answer = await fromGame(
    commands.run(target, {
      name: action.name,
      params: action.params,
      dryRun: true,
      ...(offered.command.target === 'player' ? { uId: scope.target.uId } : {}),
      operator: { opId: caller.userId, user: caller.username, requestId },
      idempotencyKey: `dry:${randomUUID()}`,
    }),
  )
  const said = answer.actions.map(({ text }) => text)
  return ready({
    actions: said.length > 0 || answer.text === undefined ? said : [answer.text],
    ...(answer.table === undefined ? {} : { table: answer.table }),
    ...(answer.json === undefined ? {} : { json: answer.json }),
  })
}

function planMessage(planning: Planning, action: Act<'message'>): Part {
  const { ctx, scope, secrets } = planning
  planning.isUnsure = true
  if (action.as !== undefined) scope.read[action.as] = null
  return ready({
    actions: [
      ctx.text('function.plan.message', { name: action.cmd, body: shown(maskValue(action.body, secrets)) }),
    ],
  })
}

function failed(ctx: RunContext, fault: StepFault): Part {
  const { code, msg } = told(ctx, fault)
  return ready({ status: 'failed', code, msg })
}

async function planStep(planning: Planning, step: Step, at: string): Promise<Part> {
  const next = nextAction(step, planning.scope, at)
  if (!next.ok) {
    // What a command will answer is not known yet: a value made of it can't be shown, which is no failure.
    if (planning.isUnsure) return ready({ actions: [planning.ctx.text('function.plan.later')] })
    return failed(planning.ctx, next.fault)
  }
  const action = next.value
  switch (action.kind) {
    case 'skip':
      return ready({ status: 'skipped' })
    case 'stop':
      return ready({ status: 'stopped' })
    case 'read':
      return planRead(planning, action, step, at)
    case 'patch':
      return planPatch(planning, action)
    case 'command':
      return planCommand(planning, action)
    case 'message':
      return planMessage(planning, action)
  }
}

/** What each step would do, up to the first that ends the function; changes nothing. */
export async function planRun(
  deps: UseCaseDeps,
  ctx: RunContext,
  runnable: Runnable,
  params: Record<string, unknown>,
): Promise<PlannedStep[]> {
  const target = { uId: ctx.place.uId ?? '', sId: serverOf(ctx).sId }
  const planning: Planning = {
    deps,
    ctx,
    runnable,
    scope: { param: params, read: Object.create(null) as Record<string, unknown>, target },
    data: {},
    loaded: new Set(),
    version: '',
    secrets: secretsOf(runnable.parameters, params),
    isUnsure: false,
    isPatched: false,
  }
  const planned: PlannedStep[] = []
  for (const [index, step] of runnable.steps.entries()) {
    const { isUnsure } = planning
    let part: Part
    try {
      part = await planStep(planning, step, `steps.${index}`)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      part = ready({ status: 'failed', code: error.def.code, msg: deps.say(error, ctx.lang) })
    }
    const title = titleOf(ctx, runnable, step)
    planned.push({ step: index, kind: step.kind, title, isUnsure, ...maskStep(part, planning.secrets) })
    if (part.status === 'failed' || part.status === 'stopped') break
  }
  return planned
}
