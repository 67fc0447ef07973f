import { useIsMobile, useTexts } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { LoadingRows, Panel, SegmentedControl } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { ListTree } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { menuEditor } from '../../contract/index.ts'
import '../texts.ts'
import { LinkTable } from './link-table.tsx'
import { ProjectTable } from './project-table.tsx'
import styles from './editor-page.module.css'

const PARTS = ['quick', 'extra', 'projects'] as const

/** Quick entries, extra menus and projects, for administrators. */
export default function EditorPage(): ReactNode {
  const t = useTexts('menu')
  const [part, setPart] = useState<(typeof PARTS)[number]>('quick')
  const menus = useCall(menuEditor, { body: {} }, { tag: 'menu:editor.title', told: 'inline' })
  const isMobile = useIsMobile()
  const segments = PARTS.map((value) => ({ value, label: t(`editor.part.${value}`) }))
  const choice = (
    <SegmentedControl
      label={t('editor.title')}
      value={part}
      segments={segments}
      isBlock={isMobile}
      onChange={setPart}
    />
  )
  return (
    <Panel
      title={t('editor.title')}
      icon={<ListTree size={15} aria-hidden />}
      className={styles.panel}
      status={t(`editor.hint.${part}`)}
      actions={isMobile ? undefined : choice}
    >
      {isMobile ? <div className={styles.choice}>{choice}</div> : null}
      {menus.isPending ? <LoadingRows /> : null}
      {menus.error ? <ErrorState error={menus.error} onRetry={() => void menus.refetch()} /> : null}
      {menus.data === undefined ? null : part === 'projects' ? (
        <ProjectTable projects={menus.data.projects} />
      ) : (
        <LinkTable key={part} place={part} links={menus.data.links.filter(({ place }) => place === part)} />
      )}
    </Panel>
  )
}
