import { diskFull } from '#platform/disk-space.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Commands } from '../runtime.ts';
import { addDeploy } from './releases/add-deploy.ts';
import { assembleBundle } from './source-maps/assemble-bundle.ts';
import { changeFeedback } from './issues/change-feedback.ts';
import { changeIssues, undoIssueChange } from './issues/change-issues.ts';
import {
  beginAuthenticator,
  disableAuthenticator,
  enableAuthenticator,
  newRecoveryCodes,
} from './accounts/authenticator.ts';
import { changePassword } from './accounts/change-password.ts';
import { addComment, deleteComment, editComment } from './issues/comments.ts';
import { createApiToken } from './accounts/create-api-token.ts';
import { createKey } from './projects/create-key.ts';
import { createProject } from './projects/create-project.ts';
import { createRelease } from './releases/create-release.ts';
import { deleteApiToken } from './accounts/delete-api-token.ts';
import { deleteAttachment } from './issues/delete-attachment.ts';
import { deleteIssue } from './issues/delete-issue.ts';
import { deleteProject } from './projects/delete-project.ts';
import { deleteRelease } from './releases/delete-release.ts';
import { deleteReleaseFile } from './source-maps/delete-release-file.ts';
import { deleteUpload } from './source-maps/delete-upload.ts';
import { endOtherSessions, endSession } from './accounts/end-sessions.ts';
import type { ServerCommandDeps } from './deps.ts';
import { hideEnvironment } from './projects/hide-environment.ts';
import { saveChunk } from './source-maps/save-chunk.ts';
import { setPreferences } from './accounts/set-preferences.ts';
import { createOpeningThrottle, createSignOnThrottle } from './accounts/request-throttle.ts';
import { putReleaseFile } from './source-maps/put-release-file.ts';
import { renameReleaseFile } from './source-maps/rename-release-file.ts';
import {
  deleteInvitation,
  invite,
  inviteWithoutLink,
  joinByInvitation,
  signUpByInvitation,
} from './accounts/invitations.ts';
import { flagIssues } from './issues/flag-issues.ts';
import { regroupBySourceMap, mergeIssues, splitIssue, undoRegroup } from './issues/regroup.ts';
import { replayDeadLetter } from './projects/replay-dead-letter.ts';
import { restoreConfiguration, saveConfiguration } from './projects/save-configuration.ts';
import { deleteSavedSearch, saveSearch } from './issues/save-search.ts';
import { addPasskey, beginPasskey, beginPasskeySignIn, deletePasskey, signInByPasskey } from './accounts/passkeys.ts';
import { removeMember, setRole } from './accounts/members.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './accounts/organizations.ts';
import { renameUser } from './accounts/rename-user.ts';
import { createShareLink, deleteShareLink, openShareLink } from './issues/share-links.ts';
import { setUp } from './accounts/set-up.ts';
import { signIn, signInByCode } from './accounts/sign-in.ts';
import { signInByLink } from './accounts/sign-in-by-link.ts';
import { signOut } from './accounts/sign-out.ts';
import { createSignInThrottle } from './accounts/sign-in-throttle.ts';
import { deleteIdentityProvider, saveIdentityProvider } from './accounts/identity-providers.ts';
import { createProviderDiscovery } from './accounts/provider-discovery.ts';
import {
  beginConnection,
  beginSingleSignOn,
  disconnectIdentities,
  finishSingleSignOn,
} from './accounts/single-sign-on.ts';
import { createTeam, deleteTeam, setTeamMember, setTeamProject, updateTeam } from './accounts/teams.ts';
import { deleteKey, updateKey } from './projects/update-key.ts';
import { updateProject } from './projects/update-project.ts';
import { updateRelease } from './releases/update-release.ts';

/** Every change with the stores already inside; the throttles are theirs for as long as they live. */
export function bindCommands(
  given: Omit<ServerCommandDeps, 'throttle' | 'openings' | 'signOns' | 'discover'>,
): Commands {
  const deps: ServerCommandDeps = {
    ...given,
    throttle: createSignInThrottle(given.clock),
    openings: createOpeningThrottle(given.clock),
    signOns: createSignOnThrottle(given.clock),
    discover: createProviderDiscovery(given.outgoing, given.clock),
  };
  const bind =
    <Args extends unknown[], Answer>(command: (deps: ServerCommandDeps, ...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      try {
        return await command(deps, ...args);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        throw (await deps.space.writeFailed(error)) ? diskFull() : error;
      }
    };
  const whileRoom =
    <Args extends unknown[], Answer>(command: (deps: ServerCommandDeps, ...args: Args) => Promise<Answer>) =>
    async (_: ServerCommandDeps, ...args: Args): Promise<Answer> => {
      deps.space.requireRoom();
      return command(deps, ...args);
    };
  /** Deleting is how space is freed, so it may use what is reserved for it. */
  const withReserve =
    <Args extends unknown[], Answer>(command: (deps: ServerCommandDeps, ...args: Args) => Promise<Answer>) =>
    async (_: ServerCommandDeps, ...args: Args): Promise<Answer> => {
      await deps.space.releaseReserve();
      return command(deps, ...args);
    };
  return {
    setUp: bind(setUp),
    signIn: bind(signIn),
    signInByLink: bind(signInByLink),
    signOut: bind(signOut),
    endSession: bind(endSession),
    endOtherSessions: bind(endOtherSessions),
    invite: bind(invite),
    inviteWithoutLink: bind(inviteWithoutLink),
    deleteInvitation: bind(deleteInvitation),
    joinByInvitation: bind(joinByInvitation),
    signUpByInvitation: bind(signUpByInvitation),
    setRole: bind(setRole),
    removeMember: bind(removeMember),
    renameUser: bind(renameUser),
    setPreferences: bind(setPreferences),
    saveIdentityProvider: bind(saveIdentityProvider),
    deleteIdentityProvider: bind(deleteIdentityProvider),
    beginSingleSignOn: bind(beginSingleSignOn),
    beginConnection: bind(beginConnection),
    disconnectIdentities: bind(disconnectIdentities),
    finishSingleSignOn: bind(finishSingleSignOn),
    signInByCode: bind(signInByCode),
    beginAuthenticator: bind(beginAuthenticator),
    enableAuthenticator: bind(enableAuthenticator),
    disableAuthenticator: bind(disableAuthenticator),
    newRecoveryCodes: bind(newRecoveryCodes),
    beginPasskey: bind(beginPasskey),
    addPasskey: bind(addPasskey),
    deletePasskey: bind(deletePasskey),
    beginPasskeySignIn: bind(beginPasskeySignIn),
    signInByPasskey: bind(signInByPasskey),
    createOrganization: bind(createOrganization),
    updateOrganization: bind(updateOrganization),
    deleteOrganization: bind(withReserve(deleteOrganization)),
    createProject: bind(createProject),
    updateProject: bind(updateProject),
    deleteProject: bind(withReserve(deleteProject)),
    deleteAttachment: bind(withReserve(deleteAttachment)),
    deleteIssue: bind(withReserve(deleteIssue)),
    createShareLink: bind(createShareLink),
    deleteShareLink: bind(deleteShareLink),
    openShareLink: bind(openShareLink),
    createKey: bind(createKey),
    updateKey: bind(updateKey),
    deleteKey: bind(deleteKey),
    changeIssues: bind(changeIssues),
    undoIssueChange: bind(undoIssueChange),
    flagIssues: bind(flagIssues),
    mergeIssues: bind(mergeIssues),
    splitIssue: bind(splitIssue),
    regroupBySourceMap: bind(regroupBySourceMap),
    undoRegroup: bind(undoRegroup),
    changeFeedback: bind(changeFeedback),
    addComment: bind(addComment),
    editComment: bind(editComment),
    deleteComment: bind(deleteComment),
    createTeam: bind(createTeam),
    updateTeam: bind(updateTeam),
    deleteTeam: bind(deleteTeam),
    setTeamMember: bind(setTeamMember),
    setTeamProject: bind(setTeamProject),
    saveSearch: bind(saveSearch),
    deleteSavedSearch: bind(deleteSavedSearch),
    replayDeadLetter: bind(replayDeadLetter),
    createApiToken: bind(createApiToken),
    deleteApiToken: bind(deleteApiToken),
    changePassword: bind(changePassword),
    saveConfiguration: bind(saveConfiguration),
    restoreConfiguration: bind(restoreConfiguration),
    createRelease: bind(createRelease),
    updateRelease: bind(updateRelease),
    deleteRelease: bind(withReserve(deleteRelease)),
    addDeploy: bind(addDeploy),
    hideEnvironment: bind(hideEnvironment),
    saveChunk: bind(whileRoom(saveChunk)),
    assembleBundle: bind(whileRoom(assembleBundle)),
    putReleaseFile: bind(whileRoom(putReleaseFile)),
    renameReleaseFile: bind(whileRoom(renameReleaseFile)),
    deleteReleaseFile: bind(withReserve(deleteReleaseFile)),
    deleteUpload: bind(withReserve(deleteUpload)),
  };
}
