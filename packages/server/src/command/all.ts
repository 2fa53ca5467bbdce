/** Every command of the dashboard and the API. `bind.ts` passes them their stores and infers their types. */
export {
  beginAuthenticator,
  disableAuthenticator,
  enableAuthenticator,
  newRecoveryCodes,
} from './accounts/authenticator.ts';
export { changePassword } from './accounts/change-password.ts';
export { createApiToken } from './accounts/create-api-token.ts';
export { deleteApiToken } from './accounts/delete-api-token.ts';
export { endOtherSessions, endSession } from './accounts/end-sessions.ts';
export { deleteIdentityProvider, saveIdentityProvider } from './accounts/identity-providers.ts';
export {
  deleteInvitation,
  invite,
  inviteWithoutLink,
  joinByInvitation,
  signUpByInvitation,
} from './accounts/invitations.ts';
export { removeMember, setRole } from './accounts/members.ts';
export { createOrganization, deleteOrganization, updateOrganization } from './accounts/organizations.ts';
export { addPasskey, beginPasskey, beginPasskeySignIn, deletePasskey, signInByPasskey } from './accounts/passkeys.ts';
export { renameUser } from './accounts/rename-user.ts';
export { requestPasswordReset, resetPassword } from './accounts/reset-password.ts';
export { setNotificationSettings } from './accounts/set-notifications.ts';
export { setPreferences } from './accounts/set-preferences.ts';
export { setUp } from './accounts/set-up.ts';
export { signInByLink } from './accounts/sign-in-by-link.ts';
export { signIn, signInByCode } from './accounts/sign-in.ts';
export { signOut } from './accounts/sign-out.ts';
export {
  beginConnection,
  beginSingleSignOn,
  disconnectIdentities,
  finishSingleSignOn,
} from './accounts/single-sign-on.ts';
export { createTeam, deleteTeam, setTeamMember, setTeamProject, updateTeam } from './accounts/teams.ts';
export { acknowledgeAlert } from './alerts/acknowledge.ts';
export { createAlertRule, deleteAlertRule, setAlertRule } from './alerts/alert-rules.ts';
export { changeChannel, createChannel, deleteChannel, testChannel } from './alerts/channels.ts';
export { resendDelivery, sendTestEmail } from './alerts/deliveries.ts';
export { muteAlertRule } from './alerts/mute-alert-rule.ts';
export {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  endMaintenanceWindow,
  setMaintenanceWindow,
} from './alerts/maintenance.ts';
export { deleteEndUser } from './end-users/delete-end-user.ts';
export { resumeOutgoing } from './health/resume-outgoing.ts';
export { runHealthCheck } from './health/run-health-check.ts';
export { changeFeedback } from './issues/change-feedback.ts';
export { changeIssues, undoIssueChange } from './issues/change-issues.ts';
export { addComment, deleteComment, editComment } from './issues/comments.ts';
export { deleteAttachment } from './issues/delete-attachment.ts';
export { deleteIssue } from './issues/delete-issue.ts';
export { flagIssues } from './issues/flag-issues.ts';
export { mergeIssues, regroupBySourceMap, splitIssue, undoRegroup } from './issues/regroup.ts';
export { deleteSavedSearch, saveSearch } from './issues/save-search.ts';
export { setSubscribed } from './issues/set-subscribed.ts';
export { createShareLink, deleteShareLink, openShareLink } from './issues/share-links.ts';
export { answerSlack } from './notifications/answer-slack.ts';
export { linkSlackUser, unlinkSlackUser } from './notifications/slack-users.ts';
export { addBrowser, beginBrowser, removeBrowser, testBrowser } from './notifications/browsers.ts';
export { unsubscribe } from './notifications/unsubscribe.ts';
export { createKey } from './projects/create-key.ts';
export { createProject } from './projects/create-project.ts';
export { deleteProject } from './projects/delete-project.ts';
export { hideEnvironment } from './projects/hide-environment.ts';
export { readDeadLetter } from './projects/read-dead-letter.ts';
export { replayDeadLetter, replayDeadLetters } from './projects/replay-dead-letter.ts';
export { restoreConfiguration, saveConfiguration } from './projects/save-configuration.ts';
export { deleteKey, updateKey } from './projects/update-key.ts';
export { updateProject } from './projects/update-project.ts';
export { addDeploy } from './releases/add-deploy.ts';
export { createRelease } from './releases/create-release.ts';
export { deleteRelease } from './releases/delete-release.ts';
export { updateRelease } from './releases/update-release.ts';
export { assembleBundle } from './source-maps/assemble-bundle.ts';
export { deleteReleaseFile } from './source-maps/delete-release-file.ts';
export { deleteUpload } from './source-maps/delete-upload.ts';
export { putReleaseFile } from './source-maps/put-release-file.ts';
export { renameReleaseFile } from './source-maps/rename-release-file.ts';
export { saveChunk } from './source-maps/save-chunk.ts';
