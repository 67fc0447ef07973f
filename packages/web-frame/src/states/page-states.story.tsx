import type { ComponentType, ReactNode } from 'react'
import { CallError } from '@qd/web-base'
import { EmptyState, ErrorState, NoPermission } from './page-states.tsx'
import { Panel } from '@qd/web-controls'
import { LoadingRows } from '@qd/web-controls'

const LONG = '岚夜听潮与远海猎手在潮汐之门的第一千零一次相遇 — Betriebskonsolenverwaltungsübersicht '.repeat(
  3,
)
const failure = new CallError({ code: 'upstream_down', message: '游戏服务器未开启', httpStatus: 503 })

function Frame({ children }: { children: ReactNode }): ReactNode {
  return (
    <Panel title="面板" count={14} status={LONG} style={{ width: 360, height: 260 }}>
      {children}
    </Panel>
  )
}

export const title = 'Panel and its states'

export const stories: Record<string, ComponentType> = {
  empty: () => (
    <Frame>
      <EmptyState hint="在上方输入 uId 并确定" />
    </Frame>
  ),
  loading: () => (
    <Frame>
      <LoadingRows rows={5} />
    </Frame>
  ),
  error: () => (
    <Frame>
      <ErrorState error={failure} onRetry={() => {}} />
    </Frame>
  ),
  'no permission': () => (
    <Frame>
      <NoPermission permission="index.data.edit" />
    </Frame>
  ),
  'long text': () => (
    <Frame>
      <EmptyState title={LONG} hint={LONG} />
    </Frame>
  ),
}
