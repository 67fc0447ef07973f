import type { CallError } from '@qd/web-base'
import { IconButton, LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'

interface OnePanelProps<T> {
  title: string
  query: {
    readonly data: T | undefined
    readonly error: CallError | null
    readonly isFetching: boolean
    refetch(): Promise<unknown>
  }
  actions?: ReactNode
  /** Why there is nothing to show here. */
  none?: string
  children: (data: T) => ReactNode
}

function Shown<T>({ query, none, children }: OnePanelProps<T>): ReactNode {
  const t = useRedisTexts()
  const { data, error } = query
  if (none !== undefined) return <EmptyState title={none} />
  if (error !== null && data === undefined) {
    if (error.code === 'redis_key_forbidden') return <NoPermission reason={t('topics.narrowed')} />
    return <ErrorState error={error} onRetry={() => void query.refetch()} />
  }
  return data === undefined ? <LoadingRows /> : children(data)
}

/** The frame of a page that answers as a whole, as `ServerPanel` is of one that answers by node. */
export function OnePanel<T>(props: OnePanelProps<T>): ReactNode {
  const t = useRedisTexts()
  const { query } = props
  return (
    <Panel
      title={props.title}
      actions={
        <>
          {props.actions}
          <IconButton
            isSmall
            label={t('topics.refresh')}
            disabled={query.isFetching || props.none !== undefined}
            onClick={() => void query.refetch()}
          >
            <RefreshCw size={14} aria-hidden />
          </IconButton>
        </>
      }
    >
      <Shown {...props} />
    </Panel>
  )
}
