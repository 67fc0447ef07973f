import { SETTINGS_KEY, useSession, userMay } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { forgetKept, loadKept } from '@qd/web-frame'
import type { PreferenceKeeper, PresetKeeper, WebFeature } from '@qd/web-frame'
import {
  preferenceGet,
  preferenceSave,
  presetDel,
  presetList,
  presetSave,
  presetShare,
} from '../contract/index.ts'

const preferences: PreferenceKeeper = {
  load: async () =>
    (
      await call(
        preferenceGet,
        { body: {} },
        { tag: 'shell:settings.title', told: { quiet: 'what the browser keeps serves' } },
      )
    ).values,
  // A preview looks and leaves nothing behind.
  save: async (key, value, outlivesPage = false) =>
    useSession.getState().userInfo?.preview
      ? null
      : call(
          preferenceSave,
          { body: { key, value } },
          {
            tag: 'shell:settings.title',
            outlivesPage,
            // A setting somebody chose is theirs on every machine: that it is kept on this one only has to be read.
            told:
              key === SETTINGS_KEY
                ? 'alert'
                : { quiet: 'what could not be saved stays in the browser and goes up with the next change' },
          },
        ),
}

const presets: PresetKeeper = {
  list: (page) => call(presetList, { body: { page } }, { tag: 'kit:preset.title', told: 'inline' }),
  save: ({ id, page, name, filter, isShared }) =>
    call(
      presetSave,
      { body: { page, name, filter: { ...filter }, isShared, ...(id === undefined ? {} : { id }) } },
      { tag: 'kit:preset.title', told: 'toast' },
    ),
  remove: (id) => call(presetDel, { body: { id } }, { tag: 'kit:preset.title', told: 'toast' }),
  mayShare: () => userMay(useSession.getState().userInfo, presetShare, {}),
}

/** Brings the signed-in user's arrangement; the one who left takes theirs along. */
function follow(userId: string | undefined): void {
  forgetKept()
  // What cannot be loaded now is as this browser has it.
  if (userId !== undefined) loadKept().catch(() => {})
}

const userOf = () => useSession.getState().userInfo?.id

function start(): void {
  let shown = userOf()
  if (shown !== undefined) follow(shown)
  useSession.subscribe(() => {
    const userId = userOf()
    if (userId === shown) return
    shown = userId
    follow(userId)
  })
}

/** No page of its own: it keeps what the parts of other pages remember. */
export const webFeature: WebFeature = { name: 'interface-settings', pages: [], start, preferences, presets }
