import { riskAtLeast } from '@qd/contract-kit'
import { textIn } from '@qd/i18n'
import { fieldIn } from '@qd/protocol-model'
import type { Risk, RouteReplyGiven } from '@qd/contract-kit'
import { manageFunctions } from '../contract/index.ts'
import type { functionList } from '../contract/index.ts'
import type { RunContext } from './function-deps.ts'
import type { StoredFunction } from './function-store.ts'
import { holdsAt, serverOf } from './place.ts'
import type { OfferedCommand } from './server-commands.ts'
import { whyNotRun } from './visible.ts'

export type Entry = RouteReplyGiven<typeof functionList>['list'][number]
export type EntryContext = Pick<RunContext, 'caller' | 'holds' | 'place' | 'lang'>

/** Bounds are text in our calls, whatever the game wrote. */
function shownField(field: OfferedCommand['command']['parameters'][number]): Entry['parameters'][number] {
  const { min, max, texts: _, ...rest } = field
  return {
    ...rest,
    ...(min === undefined ? {} : { min: String(min) }),
    ...(max === undefined ? {} : { max: String(max) }),
  }
}

/** Whether `run` wants a dry run first. */
export function needsDryRun(hasDryRun: boolean, risk: Risk): boolean {
  return hasDryRun && riskAtLeast(risk, 'R2')
}

export function commandEntry(ctx: EntryContext, offered: OfferedCommand): Entry {
  const { command, version, risk, override } = offered
  const whyNot = whyNotRun(ctx, risk, { isHidden: override?.isHidden ?? false, isArchived: false })
  return {
    source: 'server',
    id: command.name,
    version,
    title: textIn(command.title, ctx.lang),
    group: textIn(command.group, ctx.lang),
    comment: textIn(command.comment, ctx.lang),
    target: command.target,
    parameters: command.parameters.map((field) => shownField(fieldIn(field, ctx.lang))),
    risk,
    hasDryRun: command.hasDryRun,
    needsDryRun: needsDryRun(command.hasDryRun, risk),
    result: command.result,
    mayRun: whyNot === null,
    whyNot,
    mayManage: ctx.holds(manageFunctions),
    override,
    effects: offered.effects,
    saidEffects: {
      byGame: command.effects ?? null,
      byConsole: offered.setEffects?.effects ?? null,
      revision: offered.setEffects?.revision ?? 0,
    },
    composed: null,
  }
}

export function composedEntry(ctx: EntryContext, stored: StoredFunction): Entry {
  const { row, saved, definition, groups } = stored
  const risk = saved.risk as Risk
  const isArchived = row.is_archived === 1
  const whyNot = whyNotRun(ctx, risk, { isHidden: false, isArchived })
  return {
    source: 'composed',
    id: row.id,
    version: String(saved.version),
    title: definition.title,
    group: definition.group,
    comment: definition.comment,
    target: definition.target,
    parameters: definition.parameters,
    risk,
    hasDryRun: true,
    needsDryRun: needsDryRun(true, risk),
    result: null,
    mayRun: whyNot === null,
    whyNot,
    mayManage: holdsAt(ctx.caller, manageFunctions, row, serverOf(ctx)),
    override: null,
    effects: null,
    saidEffects: null,
    composed: {
      place: {
        game: row.game,
        operator: row.operator === '' ? null : row.operator,
        lineId: row.line_id === '' ? null : row.line_id,
      },
      owner: row.owner,
      isOwn: row.owner_id === ctx.caller.userId,
      isArchived,
      groups,
      savedAt: saved.at,
      savedBy: saved.actor,
      note: saved.note,
    },
  }
}
