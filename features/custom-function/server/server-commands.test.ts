import { UNKNOWN_EFFECTS, effectsOf } from '@qd/contract-kit'
import type { Effects } from '@qd/contract-kit'
import { aServer } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { UseCaseDeps } from './function-deps.ts'
import { customFunctionMigrations } from './migrations.ts'
import { offeredCommands } from './server-commands.ts'
import type { CustomFunctionTables } from './tables.ts'

const server = aServer()

describeStored('functions of the game', customFunctionMigrations, (open) => {
  it.each([
    ['R1', 'R3', 'R3'],
    ['R3', 'R1', 'R3'],
    ['R2', null, 'R2'],
  ])('of risk %s, said to be %s by the console, weigh %s', async (declared, said, risk) => {
    const store = await open<CustomFunctionTables>()
    const row = { line_id: server.lineId, name: 'reset', is_hidden: 0, risk: said, groups: null }
    await store.write((tx) =>
      tx
        .insertInto('function_override')
        .values({ ...row, actor: 'ann', at: 1 })
        .execute(),
    )
    const command = { name: 'reset', risk: declared }
    const adapter = { commands: { list: async () => ({ commands: [command], refused: [] }) } }
    const deps = { store, reach: { reach: async () => ({ ...adapter, target: {} }) } }
    const offered = await offeredCommands(deps as unknown as UseCaseDeps, server)
    expect(offered.commands.map((each) => each.risk)).toEqual([risk])
  })

  it.each<[string, object, string[] | null | undefined, Effects]>([
    ['what nobody says is unknown', {}, undefined, UNKNOWN_EFFECTS],
    ['what was said and taken back is unknown', {}, null, UNKNOWN_EFFECTS],
    ['the game says nothing of it', { effects: [] }, undefined, effectsOf()],
    ['the console says nothing of it', {}, [], effectsOf()],
    ['the console says it', {}, ['many'], effectsOf('many')],
    ['the console adds to the game', { effects: ['currency'] }, ['many'], effectsOf('currency', 'many')],
    ['the console takes nothing from the game', { effects: ['currency'] }, [], effectsOf('currency')],
  ])('effects: %s', async (_what, declared, said, effects) => {
    const store = await open<CustomFunctionTables>()
    if (said !== undefined) {
      const text = said === null ? null : JSON.stringify(said)
      const row = { line_id: server.lineId, name: 'reset', revision: 1, effects: text, actor: 'ann', at: 1 }
      await store.write((tx) => tx.insertInto('function_effects').values(row).execute())
    }
    const command = { name: 'reset', risk: 'R2', ...declared }
    const adapter = { commands: { list: async () => ({ commands: [command], refused: [] }) } }
    const deps = { store, reach: { reach: async () => ({ ...adapter, target: {} }) } }
    const offered = await offeredCommands(deps as unknown as UseCaseDeps, server)
    expect(offered.commands.map((each) => each.effects)).toEqual([effects])
  })
})
