import { formatMoment } from '@qd/web-base'
import type { ReactNode } from 'react'
import type { UpdateView } from '../../contract/index.ts'
import { useSystemTexts } from '../texts.ts'
import { Notes } from './notes.tsx'
import { Command } from './package-state.tsx'
import styles from './updates.module.css'

/** What to do on a Mac, where the console fetches nothing itself. */
function ByHand({ view: { release, isByHand } }: { view: UpdateView }): ReactNode {
  const t = useSystemTexts()
  const own = release?.package ?? null
  if (!isByHand || own === null) return null
  return (
    <div className={styles.part}>
      <p>{t('byHand.how')}</p>
      <Command text={own.address} />
      <p>{t('byHand.hash')}</p>
      <Command text={own.sha256} />
      {own.command === '' ? null : (
        <>
          <p>{t('byHand.command')}</p>
          <Command text={own.command} />
        </>
      )}
    </div>
  )
}

/** The version that was found, with what is new in it. */
export function Release({ view }: { view: UpdateView }): ReactNode {
  const t = useSystemTexts()
  const { release } = view
  if (release === null) return null
  const { version, publishedAt, notes, isIgnored } = release
  return (
    <>
      <h3 className={styles.version}>
        {version} <small>{t('updates.published', { time: formatMoment(publishedAt) })}</small>
      </h3>
      {isIgnored ? <p className={styles.hint}>{t('updates.ignored')}</p> : null}
      {release.package === null ? <p className={styles.hint}>{t('updates.noPackage')}</p> : null}
      <ByHand view={view} />
      <Notes label={t('updates.notes')} markdown={notes} />
    </>
  )
}
