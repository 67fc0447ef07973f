import { playerKey } from '@qd/contract-kit'
import { propertyMapOf } from '@qd/properties/contract'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { readProtocol } from '@qd/player-edit'
import { editDraft } from '../model/draft.ts'
import { PlayerHeader } from '../player/player-header.tsx'
import { PlayerSkeleton } from '../player/player-skeleton.tsx'
import { EditorPlaceContext } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { openSession, withDraft } from '../state/editor-session.ts'
import type { EditorSession } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'
import { playerData, protocol } from '../testing/sample-player.ts'
import { Editor } from './editor.tsx'

export const title = 'Data editor'

const LONG = '非常长的名字'.repeat(12)

const PLACE: EditorPlace = {
  uId: '30123000045',
  player: playerKey({ game: 'lantern', uId: '30123000045' }),
  told: { name: '岚夜听潮', level: 72 },
  at: { game: 'lantern', lineId: 'northwind-test' },
  rightsAt: { game: 'lantern', operator: 'northwind', lineId: 'northwind-test' },
  zoneMinutes: 480,
  clockOffsetMs: 0,
  canEdit: true,
  canEditSensitive: true,
  canUndo: true,
  canSnapshot: true,
  isProduction: false,
  unknown: [],
  properties: propertyMapOf(
    [{ number: '10007', name: '潮汐晶石', type: { code: '2', name: '材料' } }],
    [{ number: '10007', quantity: '5000' }],
  ),
  limits: new Map([['10007', '5000']]),
  servers: new Map(),
  channels: new Map([['taptap', 'TapTap']]),
}

function opened(uId: string, data = playerData()): EditorSession | null {
  const parsed = readProtocol(protocol)
  if (!parsed.ok) return null
  const loaded = {
    uId,
    game: 'lantern',
    md5: 'a41f0000000000009c2e',
    version: '8841',
    online: true,
    loadedAtMs: 1,
  }
  return openSession({ ...loaded, protocol: parsed.protocol, data })
}

function EditorStory(props: {
  place: Partial<EditorPlace>
  start: (session: EditorSession) => EditorSession
}): ReactNode {
  const place = { ...PLACE, ...props.place }
  const { uId, player } = place
  const [session] = useState(() => opened(uId))
  const isOpen = useEditor(({ sessions }) => sessions[player] !== undefined)
  const { start } = props
  useEffect(() => {
    if (session)
      useEditor.setState(({ sessions }) => ({ sessions: { ...sessions, [player]: start(session) } }))
    return () => useEditor.getState().close(player)
  }, [session, player, start])
  if (!isOpen) return null
  return (
    <EditorPlaceContext value={place}>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 12, height: 560 }}>
        <PlayerHeader
          uId={uId}
          at={{ game: 'lantern', operator: 'northwind', lineId: 'northwind-test', sId: 123 }}
          channel="taptap"
        />
        <Editor />
      </div>
    </EditorPlaceContext>
  )
}

const inBag = (session: EditorSession): EditorSession => ({ ...session, diff: 'Bag' })
const edited =
  (value: number) =>
  (session: EditorSession): EditorSession =>
    withDraft(
      inBag(session),
      editDraft(session.draft, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value }]),
    )
const pending = edited(680)
const overLimit = edited(6000)
const longText = (session: EditorSession): EditorSession =>
  withDraft(session, editDraft(session.draft, [{ diff: 'Role', path: ['name'], op: 'set', value: LONG }]))

export const stories = {
  'nothing pending': () => <EditorStory place={{ uId: '1' }} start={inBag} />,
  pending: () => <EditorStory place={{ uId: '2' }} start={pending} />,
  'refused by a limit, in production': () => (
    <EditorStory place={{ uId: '3', isProduction: true }} start={overLimit} />
  ),
  'read-only': () => <EditorStory place={{ uId: '4', canEdit: false }} start={inBag} />,
  'long text': () => <EditorStory place={{ uId: '5' }} start={longText} />,
  loading: () => <PlayerSkeleton isMobile={false} />,
  error: () => <ErrorState error={new Error('区服已停止或无法连接')} onRetry={() => {}} />,
  'no permission': () => <NoPermission permission="index.data.read" />,
  empty: () => <EmptyState />,
}
