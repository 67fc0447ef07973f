import { isCallError } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import { LoadingRows, Time } from '@qd/web-controls'
import { EmptyState, ErrorState, openDialog, toast } from '@qd/web-frame'
import { TextDiff } from '@qd/web-json'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { functionGet, functionVersions, restoreFunction } from '../../contract/index.ts'
import type { FunctionDefinition } from '../../contract/index.ts'
import { useForgetFunctions } from '../manage/use-manage.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { RiskTag } from '@qd/web-controls'
import { functionText, useFunctionTexts } from '../texts.ts'
import type { Saved } from './save-dialog.tsx'
import styles from './versions.module.css'

interface VersionsProps {
  home: FunctionHome
  saved: Saved
  onRestored: (saved: Saved) => void
}

const textOf = (definition: FunctionDefinition): string => JSON.stringify(definition, null, 2)

/** What a version said otherwise than the newest one. */
function Difference({
  home,
  saved,
  version,
}: {
  home: FunctionHome
  saved: Saved
  version: string
}): ReactNode {
  const t = useFunctionTexts()
  const at = {
    at: home.at,
    tag: 'custom-function:versions.compare',
    told: 'inline',
    staleTimeMs: Number.POSITIVE_INFINITY,
  } as const
  const query = queryOf(home)
  const old = useCall(functionGet, { query, body: { id: saved.id, version } }, at)
  const newest = useCall(functionGet, { query, body: { id: saved.id, version: saved.version } }, at)
  const error = old.error ?? newest.error
  if (error) return <ErrorState error={error} />
  if (!old.data || !newest.data) return <LoadingRows rows={6} />
  const [before, after] = [textOf(old.data.definition), textOf(newest.data.definition)]
  if (before === after) return <EmptyState title={t('versions.same')} />
  return <TextDiff label={t('versions.diff', { version })} before={before} after={after} />
}

function Versions({ home, saved, onRestored, onClose }: VersionsProps & { onClose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const forget = useForgetFunctions()
  const [shown, setShown] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const { data, error, refetch } = useCall(
    functionVersions,
    { query: queryOf(home), body: { id: saved.id } },
    { at: home.at, tag: 'custom-function:versions.title', told: 'inline' },
  )
  const restore = async (version: string) => {
    setBusy(version)
    try {
      const note = functionText('versions.restoredNote', { version })
      const restored = await call(
        restoreFunction,
        { query: queryOf(home), body: { id: saved.id, version, base: saved.version, note } },
        { at: home.at, tag: 'custom-function:versions.restore', told: 'toast' },
      )
      toast.success(functionText('versions.restored', { version }))
      await forget()
      onClose()
      onRestored(restored)
    } catch (failure) {
      // The call has told it.
      if (!isCallError(failure)) throw failure
    } finally {
      setBusy(null)
    }
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={4} />
  return (
    <ol className={styles.versions}>
      {data.list.map(({ version, at, by, note, title, risk }) => (
        <li key={version}>
          <div className={styles.row}>
            <span className={styles.version}>{t('versions.number', { version })}</span>
            <RiskTag risk={risk} />
            <span className={styles.what}>
              {title} · {by} · <Time at={at} />
              {note === '' ? null : <span className={styles.note}>{note}</span>}
            </span>
            {version === saved.version ? (
              <span className={styles.note}>{t('versions.newest')}</span>
            ) : (
              <>
                <Button
                  size="small"
                  aria-expanded={shown === version}
                  onClick={() => setShown(shown === version ? null : version)}
                >
                  {t('versions.compare')}
                </Button>
                <Button size="small" loading={busy === version} onClick={() => void restore(version)}>
                  {t('versions.restore')}
                </Button>
              </>
            )}
          </div>
          {shown === version ? <Difference home={home} saved={saved} version={version} /> : null}
        </li>
      ))}
    </ol>
  )
}

/** Every save of a function, what it changed, and the way back to it. */
export function openVersions(props: VersionsProps): void {
  openDialog(({ close }) => <Versions {...props} onClose={close} />, {
    title: functionText('versions.title'),
    width: 760,
  })
}
