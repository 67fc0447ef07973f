import { checkChange } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { say } from '../texts/say.ts'
import { GameFailure } from './game-failure.ts'

/** Refuses a nickname by the same rule as an edit of it, and an empty one. */
export function checkName(protocol: ProtocolDefinition, name: string): void {
  const fault = checkChange(protocol, { diff: 'RoleInfo', path: ['name'], op: 'set', value: name, old: '' })
  if (fault || name.trim() === '') throw new GameFailure(2004, say('昵称不合要求'), { field: 'name' })
}
