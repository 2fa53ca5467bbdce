// Calls a server with go-sentry and prints every call with what the library made of the answer, a line of JSON each.
//
//	go run . http://localhost:8300/api/ <token> > ../go-sentry.jsonl
//
// The token is of an organization "acme" that has a project "web" and no team.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strings"

	"github.com/jianyuan/go-sentry/v2/sentry"
)

type call struct {
	Client string            `json:"client"`
	Call   string            `json:"call"`
	Method string            `json:"method"`
	URL    string            `json:"url"`
	Body   json.RawMessage   `json:"body,omitempty"`
	Status int               `json:"status"`
	Answer any               `json:"answer,omitempty"`
	Save   map[string]string `json:"save,omitempty"`
}

// recorder keeps the last request and the raw answer to it.
type recorder struct {
	token string
	last  call
	raw   []byte
}

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+r.token)
	r.last = call{Client: "go-sentry 2.5.0", Method: request.Method, URL: named(request.URL)}
	if request.Body != nil {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return nil, err
		}
		r.last.Body = bytes.TrimSpace(body)
		request.Body = io.NopCloser(bytes.NewReader(body))
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	r.last.Status = response.StatusCode
	r.raw, err = io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(r.raw))
	return response, err
}

// Ids differ from server to server: in addresses they have names.
var ids = map[string]string{}

func named(address *url.URL) string {
	path := address.RequestURI()
	for name, id := range ids {
		path = strings.Replace(path, "/keys/"+id+"/", "/keys/{"+name+"}/", 1)
	}
	return path
}

// understood is what the client read and the server said alike. Missing names fields that the server did not answer.
func understood(read, said any, path string, missing *[]string) any {
	switch read := read.(type) {
	case map[string]any:
		said, _ := said.(map[string]any)
		both := map[string]any{}
		for name, value := range read {
			if volatile[name] {
				continue
			}
			if answered, ok := said[name]; !ok {
				*missing = append(*missing, path+"."+name)
			} else if one := understood(value, answered, path+"."+name, missing); one != nil {
				both[name] = one
			}
		}
		return both
	case []any:
		said, _ := said.([]any)
		all := []any{}
		for index, value := range read {
			if index < len(said) {
				all = append(all, understood(value, said[index], path, missing))
			}
		}
		return all
	}
	if reflect.DeepEqual(read, said) {
		return read
	}
	return nil
}

var volatile = map[string]bool{
	"id": true, "dateCreated": true, "firstEvent": true, "projectId": true, "public": true, "secret": true, "dsn": true,
	"email": true, "user": true, "color": true, "orgRoleList": true, "teamRoleList": true, "dateFinished": true,
}

func main() {
	record := &recorder{token: os.Args[2]}
	client, err := sentry.NewOnPremiseClient(os.Args[1], &http.Client{Transport: record})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	lines := json.NewEncoder(os.Stdout)
	lines.SetEscapeHTML(false)

	note := func(name string, read any, err error, save ...string) {
		one := record.last
		one.Call = name
		if err != nil && one.Status < 400 {
			panic(fmt.Sprintf("%s: %v: %s", name, err, record.raw))
		}
		if one.Status >= 400 {
			read = nil
			fmt.Fprintf(os.Stderr, "%s: %d %s\n", name, one.Status, record.raw)
		}
		var said any
		_ = json.Unmarshal(record.raw, &said)
		if refused, ok := said.(map[string]any); ok && one.Status == http.StatusNotImplemented {
			one.Answer = map[string]any{"feature": refused["feature"]}
		}
		if read != nil {
			text, _ := json.Marshal(read)
			var plain any
			_ = json.Unmarshal(text, &plain)
			missing := []string{}
			one.Answer = understood(plain, said, name, &missing)
			if len(missing) > 0 {
				fmt.Fprintln(os.Stderr, "not answered:", strings.Join(missing, " "))
			}
		}
		if len(save) > 0 {
			one.Save = map[string]string{save[0]: "id"}
		}
		if err := lines.Encode(one); err != nil {
			panic(err)
		}
	}

	organizations, _, err := client.Organizations.List(ctx, nil)
	note("Organizations.List", organizations, err)
	organization, _, err := client.Organizations.Get(ctx, "acme")
	note("Organizations.Get", organization, err)
	organization, _, err = client.Organizations.Update(ctx, "acme", &sentry.UpdateOrganizationParams{Name: sentry.String("Planted")})
	note("Organizations.Update", organization, err)

	team, _, err := client.Teams.Create(ctx, "acme", &sentry.CreateTeamParams{Name: sentry.String("Planted team")})
	note("Teams.Create", team, err)
	team, _, err = client.Teams.Update(ctx, "acme", "planted-team", &sentry.UpdateTeamParams{Name: sentry.String("Planted")})
	note("Teams.Update", team, err)
	team, _, err = client.Teams.Get(ctx, "acme", "planted-team")
	note("Teams.Get", team, err)
	teams, _, err := client.Teams.List(ctx, "acme")
	note("Teams.List", teams, err)

	project, _, err := client.Projects.Create(ctx, "acme", "planted-team", &sentry.CreateProjectParams{Name: "Planted", Slug: "planted", Platform: "node"})
	note("Projects.Create", project, err)
	zero := 0
	project, _, err = client.Projects.Update(ctx, "acme", "planted", &sentry.UpdateProjectParams{
		Name:                 "Planted project",
		Platform:             "python",
		ResolveAge:           &zero,
		Options:              map[string]any{"filters:error_messages": "planted*"},
		FingerprintingRules:  "error.type:Planted -> planted",
		GroupingEnhancements: "stack.function:planted -app",
	})
	note("Projects.Update", project, err)
	_, _, err = client.Projects.Update(ctx, "acme", "planted", &sentry.UpdateProjectParams{AllowedDomains: []string{"planted.example"}})
	note("Projects.Update", nil, err)
	project, _, err = client.Projects.Get(ctx, "acme", "planted")
	note("Projects.Get", project, err)
	project, _, err = client.Projects.AddTeam(ctx, "acme", "web", "planted-team")
	note("Projects.AddTeam", project, err)
	_, err = client.Projects.RemoveTeam(ctx, "acme", "web", "planted-team")
	note("Projects.RemoveTeam", nil, err)
	projects, _, err := client.Projects.List(ctx)
	note("Projects.List", projects, err)

	key, _, err := client.ProjectKeys.Create(ctx, "acme", "planted", &sentry.CreateProjectKeyParams{
		Name:      "Planted",
		RateLimit: &sentry.ProjectKeyRateLimit{Count: 7, Window: 60},
	})
	note("ProjectKeys.Create", key, err, "key")
	ids["key"] = key.ID
	key, _, err = client.ProjectKeys.Update(ctx, "acme", "planted", key.ID, &sentry.UpdateProjectKeyParams{Name: "Planted key"})
	note("ProjectKeys.Update", key, err)
	keys, _, err := client.ProjectKeys.List(ctx, "acme", "planted", nil)
	note("ProjectKeys.List", keys, err)
	_, err = client.ProjectKeys.Delete(ctx, "acme", "planted", key.ID)
	note("ProjectKeys.Delete", nil, err)

	filters, _, err := client.ProjectFilter.Get(ctx, "acme", "planted")
	note("ProjectFilter.Get", filters, err)
	_, err = client.ProjectFilter.UpdateBrowserExtensions(ctx, "acme", "planted", false)
	note("ProjectFilter.UpdateBrowserExtensions", nil, err)
	_, err = client.ProjectFilter.UpdateLegacyBrowser(ctx, "acme", "planted", []string{"ie_pre_9"})
	note("ProjectFilter.UpdateLegacyBrowser", nil, err)

	member, _, err := client.OrganizationMembers.Create(ctx, "acme", &sentry.CreateOrganizationMemberParams{Email: "planted@example.com", Role: "viewer"})
	note("OrganizationMembers.Create", member, err)
	member, _, err = client.OrganizationMembers.Get(ctx, "acme", member.ID)
	note("OrganizationMembers.Get", member, err)
	_, err = client.OrganizationMembers.Delete(ctx, "acme", member.ID)
	note("OrganizationMembers.Delete", nil, err)
	member, _, err = client.OrganizationMembers.Update(ctx, "acme", "me", &sentry.UpdateOrganizationMemberParams{Role: "owner", Teams: []string{"planted-team"}})
	note("OrganizationMembers.Update", member, err)
	members, _, err := client.OrganizationMembers.List(ctx, "acme", nil)
	note("OrganizationMembers.List", members, err)

	repositories, _, err := client.OrganizationRepositories.List(ctx, "acme", &sentry.ListOrganizationRepositoriesParams{})
	note("OrganizationRepositories.List", repositories, err)
	integrations, _, err := client.OrganizationIntegrations.List(ctx, "acme", nil)
	note("OrganizationIntegrations.List", integrations, err)

	request, err := client.NewRequest("POST", "0/organizations/acme/releases/", map[string]any{"version": "planted@1.0.0", "projects": []string{"planted"}})
	if err != nil {
		panic(err)
	}
	release := map[string]any{}
	_, err = client.Do(ctx, request, &release)
	note("a release, for its deploys", nil, err)
	deploy, _, err := client.ReleaseDeployments.Create(ctx, "acme", "planted@1.0.0", &sentry.ReleaseDeployment{Environment: "planted"})
	note("ReleaseDeployments.Create", deploy, err)
	deploy, _, err = client.ReleaseDeployments.Get(ctx, "acme", "planted@1.0.0", deploy.ID)
	note("ReleaseDeployments.Get", []any{deploy}, err)

	_, _, err = client.IssueAlerts.List(ctx, "acme", "planted", nil)
	note("IssueAlerts.List", nil, err)
	_, _, err = client.MetricAlerts.List(ctx, "acme", "planted", nil)
	note("MetricAlerts.List", nil, err)
	_, _, err = client.Dashboards.List(ctx, "acme", nil)
	note("Dashboards.List", nil, err)
	_, _, err = client.ProjectPlugins.List(ctx, "acme", "planted")
	note("ProjectPlugins.List", nil, err)

	_, err = client.Teams.Delete(ctx, "acme", "planted-team")
	note("Teams.Delete", nil, err)
	_, err = client.Projects.Delete(ctx, "acme", "planted")
	note("Projects.Delete", nil, err)
}
