import { useState } from 'react'
import { SECTIONS, sectionOf } from './connection-draft.ts'
import type { Section } from './connection-draft.ts'

/** The section of the form in view. A new error brings the first section with one into view, before its field is focused. */
export function useSection(errors: Readonly<Record<string, string>>): [Section, (section: Section) => void] {
  const [section, setSection] = useState<Section>('basic')
  const [seen, setSeen] = useState(errors)
  if (seen !== errors) {
    setSeen(errors)
    const wrong = new Set(Object.keys(errors).map(sectionOf))
    const isNews = Object.keys(errors).some((name) => seen[name] === undefined)
    const first = SECTIONS.find((each) => wrong.has(each))
    if (first !== undefined && isNews && !wrong.has(section)) setSection(first)
  }
  return [section, setSection]
}
