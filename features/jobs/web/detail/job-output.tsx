import { saveFile } from '@qd/web-base'
import { call, useLive } from '@qd/web-calls'
import { Panel, Time } from '@qd/web-controls'
import { Button } from 'antd'
import { Download, Pause, Play, ScrollText } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { jobOutput, jobsChannel } from '../../contract/index.ts'
import type { JobOutputLine } from '../../contract/index.ts'
import { useJobsTexts } from '../texts.ts'
import styles from './job-output.module.css'

/** Lines in view; all that are kept are in the file. */
const SHOWN = 300
const PAGE = 500

/** Events are for the pages that draw them. */
const isSaid = ({ kind }: JobOutputLine) => kind !== 'event'

/** What a job says, from its last lines on. Paused, it stays as it is. */
function useOutput(jobId: string, isFollowing: boolean) {
  const [lines, setLines] = useState<readonly JobOutputLine[]>([])
  const [dropped, setDropped] = useState(0)
  const next = useRef<number | null>(null)
  const isReading = useRef(false)
  const read = useCallback(async () => {
    if (isReading.current) return
    isReading.current = true
    try {
      for (;;) {
        const cursor = next.current === null ? { fromEnd: true as const } : { after: next.current }
        const body = { jobId, limit: PAGE, ...cursor }
        const page = await call(jobOutput, { body }, { tag: 'jobs:output.title', told: 'once' })
        next.current = page.next
        setDropped(page.dropped)
        const said = page.list.filter(isSaid)
        if (said.length > 0) setLines((before) => [...before, ...said].slice(-SHOWN))
        if (page.list.length === 0 || page.next >= page.end) return
      }
    } catch {
      // The next line that is told of asks again.
    } finally {
      isReading.current = false
    }
  }, [jobId])
  useEffect(() => {
    if (isFollowing) void read()
  }, [isFollowing, read])
  useLive(jobsChannel, isFollowing ? { jobId } : null, ({ output }) => {
    if (output !== undefined && output > (next.current ?? 0)) void read()
  })
  return { lines, dropped }
}

/** All lines that are kept, as a file of text. */
async function saveOutput(jobId: string): Promise<void> {
  const parts: string[] = []
  for (let after = 0; ;) {
    const body = { jobId, limit: PAGE, after }
    const page = await call(jobOutput, { body }, { tag: 'jobs:output.title', told: 'toast' })
    parts.push(
      ...page.list
        .filter(isSaid)
        .map(({ at, kind, body }) => `${new Date(at).toISOString()} ${body || kind}\n`),
    )
    if (page.list.length === 0 || page.next >= page.end) break
    after = page.next
  }
  saveFile(`job-${jobId}-output.txt`, new Blob(parts))
}

/** Lines a job gives while it works; nothing for one that says nothing. */
export function JobOutput({ jobId }: { jobId: string }): ReactNode {
  const t = useJobsTexts()
  const [isFollowing, setFollowing] = useState(true)
  const { lines, dropped } = useOutput(jobId, isFollowing)
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFollowing && lines.length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [lines, isFollowing])
  if (lines.length === 0) return null
  return (
    <Panel
      className={styles.output}
      title={t('output.title')}
      icon={<ScrollText size={15} aria-hidden />}
      actions={
        <>
          <Button
            size="small"
            icon={isFollowing ? <Pause size={13} aria-hidden /> : <Play size={13} aria-hidden />}
            onClick={() => setFollowing(!isFollowing)}
          >
            {t(isFollowing ? 'output.pause' : 'output.follow')}
          </Button>
          <Button
            size="small"
            icon={<Download size={13} aria-hidden />}
            onClick={() => void saveOutput(jobId).catch(() => undefined)}
          >
            {t('output.download')}
          </Button>
        </>
      }
    >
      {dropped > 0 ? <p className={styles.dropped}>{t('output.dropped', { count: dropped })}</p> : null}
      <ol className={styles.lines} aria-live="off">
        {lines.map(({ n, at, kind, body }) => (
          <li key={n} data-kind={kind}>
            <Time at={at} /> <span className="qd-mono">{kind === 'gap' ? t('output.gap') : body}</span>
          </li>
        ))}
        <li ref={end} aria-hidden />
      </ol>
    </Panel>
  )
}
