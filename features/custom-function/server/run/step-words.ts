import { textIn } from '@qd/i18n'
import { placeText } from '@qd/protocol-model'
import type { Step } from '@qd/function-steps'
import type { Change } from '@qd/data-edit/contract'
import type { RunContext } from '../function-deps.ts'
import type { Runnable } from './runnable.ts'

const SHOWN = 80

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** What a step is called: its own title, else what it is about. */
export function titleOf(ctx: RunContext, { commands }: Runnable, step: Step): string {
  if (step.title !== undefined && step.title !== '') return step.title
  switch (step.kind) {
    case 'read':
      return ctx.text('function.step.read', { name: step.diff })
    case 'patch':
      return ctx.text('function.step.patch', {
        name: [...new Set(step.changes.map(({ diff }) => diff))].join(', '),
      })
    case 'message':
      return ctx.text('function.step.message', { name: step.cmd })
    case 'command': {
      const title = commands.get(step.name)?.command.title
      return title === undefined ? step.name : textIn(title, ctx.lang)
    }
  }
}

/** A change as a sentence, where the game says none. */
export function changeText(ctx: RunContext, change: Change): string {
  const place = placeText(change)
  const values = { place, old: shown(change.old ?? null), value: shown(change.value ?? null) }
  return ctx.text(`function.change.${change.op}`, values)
}

export { shown }
