import { getConfig } from '@qd/system/contract'
import { formatQuantity, useTexts } from '@qd/web-base'
import { useCall, useCallLog } from '@qd/web-calls'
import { IconButton, Tag, Time, VirtualTable } from '@qd/web-controls'
import { CopyButton } from '@qd/web-frame'
import type { LoggedCall } from '@qd/web-calls'
import type { Column } from '@qd/web-controls'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { pageBuild } from '../banners/page-build.ts'
import styles from './debug-bar.module.css'

/** 2xx and 3xx are well, 4xx is a refusal, the rest is broken. */
function toneOf(status: number): 'ok' | 'warn' | 'error' {
  if (status >= 200 && status < 400) return 'ok'
  return status >= 400 && status < 500 ? 'warn' : 'error'
}

function useColumns(): readonly Column<LoggedCall>[] {
  const t = useTexts('shell')
  return [
    { key: 'at', title: t('debug.at'), width: 160, render: ({ at }) => <Time at={at} /> },
    {
      key: 'status',
      title: t('debug.status'),
      width: 80,
      render: ({ status }) => (
        <Tag tone={toneOf(status)}>{status === 0 ? t('debug.noAnswer') : String(status)}</Tag>
      ),
    },
    {
      key: 'path',
      title: t('debug.call'),
      width: 'minmax(220px, 1fr)',
      render: ({ method, path }) => <code title={path}>{`${method} ${path}`}</code>,
    },
    {
      key: 'ms',
      title: 'ms',
      width: 80,
      align: 'right',
      render: ({ ms }) => <code>{formatQuantity(ms)}</code>,
    },
    {
      key: 'size',
      title: t('debug.size'),
      width: 90,
      align: 'right',
      render: ({ size }) => <code>{formatQuantity(size)}</code>,
    },
    {
      key: 'request',
      title: t('debug.requestId'),
      width: 320,
      render: ({ requestId }) =>
        requestId === '' ? (
          '–'
        ) : (
          <span className={styles.request}>
            <code>{requestId}</code>
            <CopyButton text={requestId} label={t('debug.copyRequestId')} />
          </span>
        ),
    },
  ]
}

function useVersions(): string {
  const t = useTexts('shell')
  const config = useCall(
    getConfig,
    {},
    {
      staleTimeMs: Number.POSITIVE_INFINITY,
      tag: 'shell:debug.title',
      told: { quiet: 'the bar shows a dash for what it does not know' },
    },
  ).data
  return t('debug.versions', { server: config?.version ?? '–', page: pageBuild() || '–' })
}

/** Below the pages while debugging is on: the last call, and on request the last hundred (S2.29). */
export default function DebugBar(): ReactNode {
  const t = useTexts('shell')
  const calls = useCallLog((state) => state.calls)
  const [isOpen, setOpen] = useState(false)
  const columns = useColumns()
  const versions = useVersions()
  const last = calls[0]
  return (
    <section className={styles.bar} aria-label={t('debug.title')}>
      <header className={styles.head}>
        <span className={styles.last}>
          {last === undefined ? (
            t('debug.none')
          ) : (
            <>
              <Tag tone={toneOf(last.status)}>{String(last.status)}</Tag>
              <code title={last.path}>{`${last.method} ${last.path}`}</code>
              <code className={styles.ms}>{`${formatQuantity(last.ms)} ms`}</code>
            </>
          )}
        </span>
        <span className={styles.versions}>{versions}</span>
        <IconButton
          isSmall
          label={t(isOpen ? 'debug.less' : 'debug.more')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown size={15} aria-hidden /> : <ChevronUp size={15} aria-hidden />}
        </IconButton>
      </header>
      {isOpen ? (
        <div className={styles.list}>
          <VirtualTable
            label={t('debug.title')}
            rows={calls}
            columns={columns}
            rowKey={({ id }) => String(id)}
          />
        </div>
      ) : null}
    </section>
  )
}
