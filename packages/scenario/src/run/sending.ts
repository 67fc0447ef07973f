import type { Source } from '../model/tests.ts'
import { fill } from '../model/values.ts'
import type { RunAction } from './happenings.ts'
import type { Instruction } from './program.ts'

/** A step that is answered. */
export type Sending = Extract<Instruction, { op: 'enter' | 'send' }>

/** What a client is to send at a step, with its variables in place; `dueMs`: when it was meant to be sent. */
export function actionOf(instruction: Sending, dueMs: number, source: Source): RunAction {
  const { label, keeps } = instruction
  if (instruction.op === 'enter') {
    const { deviceId = 'bot-{{bot}}', ver = '' } = instruction.step
    return {
      do: 'enter',
      deviceId: String(fill(deviceId, source)),
      ver: String(fill(ver, source)),
      dueMs,
      label,
      keeps,
    }
  }
  const { cmd, step, isFixed } = instruction
  return {
    do: 'send',
    cmd,
    body: isFixed ? step.body : fill(step.body, source),
    isFixed,
    dueMs,
    label,
    keeps,
  }
}
