import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours of JSON, the same as in the tree. */
export const JSON_COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--qd-text)' },
  { tag: tags.string, color: 'var(--qd-ok)' },
  { tag: tags.number, color: 'var(--qd-theme-text)' },
  { tag: [tags.bool, tags.null], color: 'var(--qd-warn)' },
  { tag: tags.invalid, color: 'var(--qd-err)' },
])

const BUTTON = {
  minHeight: '24px',
  margin: '0 2px',
  padding: '0 8px',
  color: 'var(--qd-text)',
  background: 'var(--qd-panel)',
  border: '1px solid var(--qd-line)',
  borderRadius: 'var(--qd-radius-s)',
  fontSize: '12px',
}

/** The editor in the design's own colours, light and dark. */
export const JSON_THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--qd-text)', backgroundColor: 'var(--qd-panel)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--qd-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--qd-text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--qd-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--qd-select)',
  },
  '.cm-gutters': {
    color: 'var(--qd-text-3)',
    backgroundColor: 'var(--qd-panel-2)',
    borderRight: '1px solid var(--qd-line-2)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { boxShadow: 'inset 0 0 0 1px var(--qd-line-2)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    color: 'inherit',
    backgroundColor: 'var(--qd-theme-soft)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--qd-theme-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--qd-warn-soft)', outline: '1px solid var(--qd-warn)' },
  '.cm-foldPlaceholder': {
    margin: '0 4px',
    padding: '0 6px',
    color: 'var(--qd-text-2)',
    background: 'var(--qd-hover)',
    border: '0',
  },
  '.cm-panels': {
    color: 'var(--qd-text)',
    backgroundColor: 'var(--qd-panel-2)',
    borderBottom: '1px solid var(--qd-line)',
    fontFamily: 'var(--qd-sans)',
  },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 8px' },
  '.cm-panel.cm-search label': { fontSize: '12px', marginRight: '6px' },
  '.cm-textfield': {
    height: '26px',
    padding: '0 8px',
    color: 'var(--qd-text)',
    background: 'var(--qd-panel)',
    border: '1px solid var(--qd-line)',
    borderRadius: 'var(--qd-radius-s)',
    fontSize: '12px',
  },
  '.cm-button': { ...BUTTON, backgroundImage: 'none' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--qd-text-2)', fontSize: '16px' },
  '.cm-tooltip': {
    color: 'var(--qd-text)',
    backgroundColor: 'var(--qd-float)',
    border: '1px solid var(--qd-line)',
    borderRadius: 'var(--qd-radius-m)',
    boxShadow: 'var(--qd-shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--qd-sans)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--qd-text)',
    background: 'var(--qd-select)',
  },
  '.cm-completionDetail': { color: 'var(--qd-text-2)', fontStyle: 'normal' },
  '.cm-completionInfo': { padding: '6px 10px', maxWidth: '280px', fontFamily: 'var(--qd-sans)' },
  '.cm-diagnostic': { padding: '4px 8px', fontFamily: 'var(--qd-sans)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--qd-err)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--qd-warn)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--qd-err)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--qd-warn)',
    textUnderlineOffset: '3px',
  },
})
