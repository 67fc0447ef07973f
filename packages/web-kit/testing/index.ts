export { FakeFailure, fake, fakeApi } from './fake-api.ts'
export type { FakeApi, FakeCall, FakeReply, FakeRoute } from './fake-api.ts'
export { TEST_SCOPE, loadTestTexts, renderWithApp, testUser } from './render-with-app.tsx'
export type { AppOptions } from './render-with-app.tsx'
