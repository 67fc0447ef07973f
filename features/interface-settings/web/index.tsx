import {
  can,
  call,
  forgetKept,
  loadKept,
  setPreferenceKeeper,
  setPresetKeeper,
  useSession,
} from '@qd/web-kit'
import type { WebFeature } from '@qd/web-kit'
import {
  preferenceGet,
  preferenceSave,
  presetDel,
  presetList,
  presetSave,
  presetShare,
} from '../contract/index.ts'

setPreferenceKeeper({
  load: async () => (await call(preferenceGet, { body: {} }, { silent: true })).values,
  // A preview looks and leaves nothing behind.
  save: async (key, value) =>
    useSession.getState().userInfo?.preview
      ? null
      : call(preferenceSave, { body: { key, value } }, { silent: true }),
})

setPresetKeeper({
  list: (page) => call(presetList, { body: { page } }, { silent: true }),
  save: ({ id, page, name, filter, isShared }) =>
    call(presetSave, {
      body: { page, name, filter: { ...filter }, isShared, ...(id === undefined ? {} : { id }) },
    }),
  remove: (id) => call(presetDel, { body: { id } }),
  mayShare: () => can(presetShare, {}),
})

/** Brings the signed-in user's arrangement; the one who left takes his along. */
function follow(userId: string | undefined): void {
  forgetKept()
  // What cannot be loaded now is as this browser has it.
  if (userId !== undefined) loadKept().catch(() => {})
}

const userOf = () => useSession.getState().userInfo?.id
let shown = userOf()
if (shown !== undefined) follow(shown)
useSession.subscribe(() => {
  const userId = userOf()
  if (userId === shown) return
  shown = userId
  follow(userId)
})

/** No page of its own: it keeps what the parts of other pages remember. */
export const webFeature: WebFeature = { name: 'interface-settings', pages: [] }
