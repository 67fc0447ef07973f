import { saveFile } from '@qd/web-base'
import { callFile, useMay } from '@qd/web-calls'
import { FileExport } from '@qd/web-tables'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { timelineExport } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import type { FilterAsked } from './use-timeline.ts'

/** Many thousand edits take a while. */
const TIMEOUT_MS = 10 * 60_000

/** All that the filter finds as a file, not only what is loaded. */
export function TimelineExport({ asked }: { asked: FilterAsked }): ReactNode {
  const t = useEditTexts()
  const { uId, at, rightsAt } = useEditorPlace()
  if (!useMay(timelineExport, rightsAt)) return null
  return (
    <FileExport
      isSmall
      label={t('timeline.export')}
      save={async (fileType, signal) => {
        const file = await callFile(
          timelineExport,
          { query: { uId }, body: { ...asked, fileType } },
          { at, tag: 'data-edit:timeline.export', told: 'toast', signal, timeoutMs: TIMEOUT_MS },
        )
        saveFile(`timeline-${uId}-${new Date().toISOString().slice(0, 10)}.${fileType}`, file)
      }}
    >
      <Download size={15} aria-hidden />
    </FileExport>
  )
}
