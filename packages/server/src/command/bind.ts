import type { Commands } from '../runtime.ts';
import { addDeploy } from './add-deploy.ts';
import { assembleBundle } from './assemble-bundle.ts';
import { changeFeedback } from './change-feedback.ts';
import { changeIssues, undoIssueChange } from './change-issues.ts';
import { beginAuthenticator, disableAuthenticator, enableAuthenticator, newRecoveryCodes } from './authenticator.ts';
import { changePassword } from './change-password.ts';
import { addComment, deleteComment, editComment } from './comments.ts';
import { createApiToken } from './create-api-token.ts';
import { createKey } from './create-key.ts';
import { createProject } from './create-project.ts';
import { createRelease } from './create-release.ts';
import { deleteApiToken } from './delete-api-token.ts';
import { deleteIssue } from './delete-issue.ts';
import { deleteProject } from './delete-project.ts';
import { deleteRelease } from './delete-release.ts';
import { deleteReleaseFile } from './delete-release-file.ts';
import { deleteUpload } from './delete-upload.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';
import type { ServerCommandDeps } from './deps.ts';
import { hideEnvironment } from './hide-environment.ts';
import { keepChunk } from './keep-chunk.ts';
import { putReleaseFile } from './put-release-file.ts';
import { deleteInvitation, invite, joinByInvitation, signUpByInvitation } from './invitations.ts';
import { markIssues } from './mark-issues.ts';
import { followMaps, mergeIssues, splitIssue, undoRegroup } from './regroup.ts';
import { replaySetAside } from './replay-set-aside.ts';
import { restoreConfiguration, saveConfiguration } from './save-configuration.ts';
import { deleteSavedSearch, saveSearch } from './save-search.ts';
import { addPasskey, beginPasskey, beginPasskeySignIn, deletePasskey, signInByPasskey } from './passkeys.ts';
import { removeMember, setRole } from './members.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './organizations.ts';
import { rename } from './rename.ts';
import { setUp } from './set-up.ts';
import { signIn, signInByCode } from './sign-in.ts';
import { signInByLink } from './sign-in-by-link.ts';
import { signOut } from './sign-out.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import {
  beginSingleSignOn,
  deleteIdentityProvider,
  finishSingleSignOn,
  saveIdentityProvider,
} from './single-sign-on.ts';
import { createTeam, deleteTeam, renameTeam, setTeamMember } from './teams.ts';
import { updateKey } from './update-key.ts';
import { updateProject } from './update-project.ts';
import { updateRelease } from './update-release.ts';

/** Every change with the stores already inside; the sign-in throttle is theirs for as long as they live. */
export function bindCommands(given: Omit<ServerCommandDeps, 'throttle'>): Commands {
  const deps: ServerCommandDeps = { ...given, throttle: createSignInThrottle(given.clock) };
  const bind =
    <Args extends unknown[], Answer>(deed: (deps: ServerCommandDeps, ...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      deed(deps, ...args);
  return {
    setUp: bind(setUp),
    signIn: bind(signIn),
    signInByLink: bind(signInByLink),
    signOut: bind(signOut),
    endSession: bind(endSession),
    endOtherSessions: bind(endOtherSessions),
    invite: bind(invite),
    deleteInvitation: bind(deleteInvitation),
    joinByInvitation: bind(joinByInvitation),
    signUpByInvitation: bind(signUpByInvitation),
    setRole: bind(setRole),
    removeMember: bind(removeMember),
    rename: bind(rename),
    saveIdentityProvider: bind(saveIdentityProvider),
    deleteIdentityProvider: bind(deleteIdentityProvider),
    beginSingleSignOn: bind(beginSingleSignOn),
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
    deleteOrganization: bind(deleteOrganization),
    createProject: bind(createProject),
    updateProject: bind(updateProject),
    deleteProject: bind(deleteProject),
    deleteIssue: bind(deleteIssue),
    createKey: bind(createKey),
    updateKey: bind(updateKey),
    changeIssues: bind(changeIssues),
    undoIssueChange: bind(undoIssueChange),
    markIssues: bind(markIssues),
    mergeIssues: bind(mergeIssues),
    splitIssue: bind(splitIssue),
    followMaps: bind(followMaps),
    undoRegroup: bind(undoRegroup),
    changeFeedback: bind(changeFeedback),
    addComment: bind(addComment),
    editComment: bind(editComment),
    deleteComment: bind(deleteComment),
    createTeam: bind(createTeam),
    renameTeam: bind(renameTeam),
    deleteTeam: bind(deleteTeam),
    setTeamMember: bind(setTeamMember),
    saveSearch: bind(saveSearch),
    deleteSavedSearch: bind(deleteSavedSearch),
    replaySetAside: bind(replaySetAside),
    createApiToken: bind(createApiToken),
    deleteApiToken: bind(deleteApiToken),
    changePassword: bind(changePassword),
    saveConfiguration: bind(saveConfiguration),
    restoreConfiguration: bind(restoreConfiguration),
    createRelease: bind(createRelease),
    updateRelease: bind(updateRelease),
    deleteRelease: bind(deleteRelease),
    addDeploy: bind(addDeploy),
    hideEnvironment: bind(hideEnvironment),
    keepChunk: bind(keepChunk),
    assembleBundle: bind(assembleBundle),
    putReleaseFile: bind(putReleaseFile),
    deleteReleaseFile: bind(deleteReleaseFile),
    deleteUpload: bind(deleteUpload),
  };
}
