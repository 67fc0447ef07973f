import { openConfirm } from '@qd/web-frame'
import type { RouteReply } from '@qd/contract-kit'
import type { keyShow } from '../../../contract/index.ts'
import { redisText } from '../../texts.ts'
import { renameKey } from '../../workspace/workspace.ts'
import { openAskText } from '../edit/ask-text.tsx'
import { sendFormEdit } from '../edit/changes.ts'
import { openTtl } from '../edit/ttl-dialog.tsx'
import { databaseIdOf } from '../key-place.ts'
import type { KeyPlace } from '../key-place.ts'
import { shownBytes, sizeText } from '../model/bytes.ts'

type Shown = RouteReply<typeof keyShow>

/** RENAMENX: another key of this name stays as it is. The tab goes on with the new name. */
export function askRename(place: KeyPlace): void {
  const isText = typeof place.key === 'string'
  openAskText({
    title: redisText('detail.rename'),
    label: redisText('detail.keyName'),
    hint: redisText(isText ? 'detail.renameHint' : 'detail.renameBinary'),
    // A binary name cannot be typed: its new one is begun from nothing.
    initial: isText ? (place.key as string) : '',
    action: redisText('detail.rename'),
    wrong: (text) => (text === '' ? redisText('detail.nameEmpty') : ''),
    run: async (to) => {
      await sendFormEdit(place, { kind: 'rename', to })
      renameKey({ databaseId: databaseIdOf(place), key: place.key }, to)
    },
  })
}

export function askKeyTtl(place: KeyPlace, ttlMs: number): void {
  openTtl({
    title: redisText('detail.changeTtl'),
    ttlMs,
    lost: shownBytes(place.key),
    run: (next) => sendFormEdit(place, { kind: 'expire', ttlMs: next }),
  })
}

/** Shows what goes before it goes. */
export function askDeleteKey(place: KeyPlace, { type, length, bytes }: Shown): void {
  const facts = [
    type,
    ...(length === null || type === 'string' ? [] : [redisText('detail.countOf.other', { count: length })]),
    ...(bytes === null ? [] : [sizeText(bytes)]),
  ]
  openConfirm({
    title: redisText('detail.deleteKey'),
    text: (
      <>
        <p style={{ margin: '0 0 6px', overflowWrap: 'anywhere' }}>
          <code>{shownBytes(place.key)}</code>
        </p>
        <p style={{ margin: 0 }}>
          {facts.join(' · ')}. {redisText('detail.deleteKeyText')}
        </p>
      </>
    ),
    action: redisText('detail.delete'),
    run: () => sendFormEdit(place, { kind: 'remove' }),
  })
}
