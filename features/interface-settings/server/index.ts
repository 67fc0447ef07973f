import { serve } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import type { Store } from '@qd/store'
import {
  preferenceGet,
  preferenceSave,
  presetDel,
  presetList,
  presetSave,
  presetShare,
} from '../contract/index.ts'
import { keepPreference, readPreferences } from './preferences.ts'
import { listPresets, removePreset, savePreset, weighDel, weighSave } from './presets.ts'
import type { InterfaceSettingsTables } from './tables.ts'

export { interfaceSettingsMigrations } from './migrations.ts'
export type { InterfaceSettingsTables } from './tables.ts'

export interface InterfaceSettingsDeps {
  store: Store<InterfaceSettingsTables>
  nowMs?: () => number
}

/** How an operator arranged the pages, and filters under names. */
export function createInterfaceSettingsFeature(deps: InterfaceSettingsDeps): ServerFeature {
  const { store, nowMs = Date.now } = deps
  return {
    name: 'interface-settings',
    permissions: [presetShare],
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(preferenceGet, async (_input, ctx) => ({
        values: await readPreferences(store, ctx.caller.userId),
      })),
      serve(preferenceSave, {
        effect: 'store',
        async handle({ body }, ctx) {
          await keepPreference(store, ctx.caller.userId, { ...body, at: nowMs() })
          return null
        },
      }),
      serve(presetList, async ({ body }, ctx) => [...(await listPresets(store, body.page, ctx))]),
      serve(presetSave, {
        effect: 'store',
        raiseRisk: ({ body }, ctx) => weighSave(store, body, ctx),
        handle: ({ body }, ctx) => savePreset(store, body, ctx, nowMs()),
      }),
      serve(presetDel, {
        effect: 'store',
        raiseRisk: ({ body }, ctx) => weighDel(store, body, ctx),
        handle: ({ body }, ctx) => removePreset(store, body, ctx),
      }),
    ],
  }
}
