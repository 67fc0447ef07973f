import { useTexts } from '@qd/web-base'
import { queryClient, queryKeyOf, useCall, useSend } from '@qd/web-calls'
import { Item, ItemList, LoadingRows, Panel, Tag, Time } from '@qd/web-controls'
import { ErrorState, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { endOtherSessions, endOwnSession, listSessions } from '../../contract/index.ts'
import type { OwnSession } from '../../contract/index.ts'
import '../texts.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeyOf(listSessions) })

function SessionRow({ session }: { session: OwnSession }): ReactNode {
  const t = useTexts('accounts')
  const end = useSend(endOwnSession, { tag: 'accounts:sessions.title', told: 'toast' })
  const device = session.device === '' ? t('sessions.unknown') : session.device
  const onEnd = () =>
    end.mutate(
      { body: { sessionId: session.id } },
      {
        onSuccess: () => toast.success(t('sessions.ended')),
        onSettled: refresh,
      },
    )
  return (
    <Item
      title={
        <>
          {device}
          {session.isCurrent ? <Tag tone="theme">{t('sessions.current')}</Tag> : null}
        </>
      }
      facts={[
        [t('sessions.since'), <Time key="since" at={session.createdAt} />],
        [t('sessions.seen'), <Time key="seen" at={session.lastSeenAt} />],
      ]}
      buttons={
        // The column of buttons is kept where there is none.
        session.isCurrent ? (
          ''
        ) : (
          <Button
            size="small"
            loading={end.isPending}
            onClick={onEnd}
            aria-label={`${t('sessions.end')} ${device}`}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    >
      <span className="qd-mono">{session.address}</span>
    </Item>
  )
}

/** Where one is signed in; each can be ended from here. */
export function SessionsPanel(): ReactNode {
  const t = useTexts('accounts')
  const sessions = useCall(listSessions, {}, { tag: 'accounts:sessions.title', told: 'inline' })
  const endOthers = useSend(endOtherSessions, { tag: 'accounts:sessions.title', told: 'toast' })
  const list = sessions.data
  const onEndOthers = () =>
    endOthers.mutate(
      { body: {} },
      {
        onSuccess: ({ ended }) => toast.success(t('sessions.endedCount', { ended })),
        onSettled: refresh,
      },
    )
  const hasOthers = list?.some((session) => !session.isCurrent) === true
  return (
    <Panel
      title={t('sessions.title')}
      icon={<MonitorSmartphone size={15} aria-hidden />}
      count={list?.length}
      actions={
        hasOthers ? (
          <Button size="small" loading={endOthers.isPending} onClick={onEndOthers}>
            {t('sessions.endOthers')}
          </Button>
        ) : undefined
      }
    >
      {sessions.isError ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : list === undefined ? (
        <LoadingRows rows={3} />
      ) : (
        <ItemList>
          {list.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ItemList>
      )}
    </Panel>
  )
}
