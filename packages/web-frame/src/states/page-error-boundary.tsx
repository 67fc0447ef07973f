import { Component } from 'react'
import type { ReactNode } from 'react'
import { Button } from 'antd'
import { useKitText } from '@qd/web-base'
import { isLostFile } from './is-lost-file.ts'
import { EmptyState } from './page-states.tsx'

interface BoundaryState {
  error: Error | null
}

function BrokenPage({ error, onReopen }: { error: Error; onReopen: () => void }): ReactNode {
  const t = useKitText()
  if (isLostFile(error)) {
    return (
      <EmptyState
        title={t('state.newVersion')}
        action={<Button onClick={() => window.location.reload()}>{t('state.reload')}</Button>}
      />
    )
  }
  return (
    <div role="alert">
      <EmptyState
        title={t('state.broken')}
        hint={
          <>
            {t('state.brokenHint')}
            <br />
            <code>{error.message}</code>
          </>
        }
        action={<Button onClick={onReopen}>{t('state.reopen')}</Button>}
      />
    </div>
  )
}

/** Keeps one broken page from taking the shell with it. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null }

  static getDerivedStateFromError(error: Error): BoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <BrokenPage error={error} onReopen={() => this.setState({ error: null })} />
  }
}
